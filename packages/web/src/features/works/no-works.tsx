import { IconMoodEmpty } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useListeningWords } from '../../domain/listening-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/page.tsx'
import { activeFilterOf } from './active-filter.rules.ts'
import type { WorksSearch } from './filter-url.rules.ts'

export interface NoWorksProps {
  readonly search: WorksSearch
  /** A text about how many matching works the viewer's own settings hide; undefined if none. */
  readonly hidden: string | undefined
}

/** Shown if nothing matches, with buttons to remove conditions. Load lazily: it is rarely needed. */
export function NoWorks({ search, hidden }: NoWorksProps) {
  useListeningWords()
  const t = useT()
  const { q } = search
  const hasFilter = activeFilterOf(search) !== undefined
  const help = q ? (hasFilter ? 'works.emptyBothHelp' : 'works.emptySearchHelp') : 'works.emptyHelp'
  return (
    <EmptyState
      title={q ? t('works.emptySearch', { q }) : t('works.empty')}
      icon={<IconMoodEmpty size={26} aria-hidden />}
    >
      {hidden !== undefined && (
        <Link to="/settings" hash="content" className="text-acc underline underline-offset-4">
          {hidden}
        </Link>
      )}
      <p>{t(help)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {q && hasFilter && (
          <>
            <Link to="/works" search={{ q }} className="btn max-w-full">
              <span className="truncate">{t('works.keepSearch', { q })}</span>
            </Link>
            <Link to="/works" search={{ ...search, q: undefined }} className="btn">
              {t('works.keepFilters')}
            </Link>
          </>
        )}
        <Link to="/works" className="btn">
          {t('works.everything')}
        </Link>
      </div>
    </EmptyState>
  )
}
