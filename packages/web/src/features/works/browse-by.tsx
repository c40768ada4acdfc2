import { entityKinds } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useT } from '../../lib/i18n.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import { narrowingOf } from './narrowing.rules.ts'

/** To the makers, series … of the works that are listed. A side bar has the same places, but without the filter. */
export function BrowseBy({ search }: { readonly search: WorksSearch }) {
  const t = useT()
  const filter = narrowingOf(search)
  return (
    <nav
      aria-label={t('entities.browseBy')}
      className={clsx('-mx-4 w-[calc(100%+32px)] overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0', {
        'md:hidden': !filter,
      })}
    >
      <ul className="flex gap-2">
        {entityKinds.map((kind) => (
          <li key={kind} className="shrink-0">
            <Link to={`/${kind}`} search={filter ?? {}} preload={false} className="chip hover:border-acc">
              {t(`filter.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
