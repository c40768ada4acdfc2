import { entityKinds } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useT } from '../../lib/i18n.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import type { HeadEntity } from './head-entity.ts'
import { narrowingOf } from './narrowing.rules.ts'

export interface BrowseByProps {
  readonly search: WorksSearch
  /** The entity whose page the list is. */
  readonly head: HeadEntity | undefined
}

/**
 * Links to the makers, series … of the works that are listed. A side bar has the same places, but without the filter.
 */
export function BrowseBy({ search, head }: BrowseByProps) {
  const t = useT()
  const filter = narrowingOf(search)
  return (
    <nav
      aria-label={t('entities.browseBy')}
      className={clsx('-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:min-w-0 md:px-0', {
        'md:hidden': !filter,
        // A phone has no room for it beside the head of one maker.
        'max-md:hidden': head,
      })}
    >
      <span className="shrink-0 text-[13px] text-mut" aria-hidden>
        {t('entities.browseBy')}
      </span>
      <ul className="flex gap-2 md:gap-0">
        {entityKinds
          .filter((kind) => kind !== head?.kind)
          .map((kind) => (
            <li key={kind} className="shrink-0">
              <Link
                to={`/${kind}`}
                search={filter ?? {}}
                preload={false}
                className="chip hover:border-acc md:border-transparent md:bg-transparent md:px-2.5 md:hover:text-acc"
              >
                {t(`filter.${kind}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
