import { entityKinds } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useT } from '../../lib/i18n.ts'
import { activeFilterOf } from './active-filter.rules.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import type { HeadEntity } from './head-entity.ts'

export interface BrowseByProps {
  readonly search: WorksSearch
  /** The entity whose page the list is. */
  readonly head: HeadEntity | undefined
}

/**
 * Links to the makers, series and other entities of the listed works. The sidebar has the same links without the filter; on phones the
 * heading of the list has them.
 */
export function BrowseBy({ search, head }: BrowseByProps) {
  const t = useT()
  // Not urgent after a change of the filter, so it renders one frame later.
  const filter = activeFilterOf(useDeferredValue(search))
  if (!filter) return null
  return (
    <nav aria-label={t('entities.browseBy')} className="flex min-w-0 items-center gap-2 overflow-x-auto py-1">
      <span className="shrink-0 text-[13px] text-mut" aria-hidden>
        {t('entities.browseBy')}
      </span>
      <ul className="flex">
        {entityKinds
          .filter((kind) => kind !== head?.kind)
          .map((kind) => (
            <li key={kind} className="shrink-0">
              <Link
                to={`/${kind}`}
                search={filter}
                preload={false}
                className="chip border-transparent bg-transparent px-2.5 hover:text-acc"
              >
                {t(`filter.${kind}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
