import { IconAdjustmentsHorizontal, IconArrowsShuffle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { BrowseBy } from '../features/works/browse-by.tsx'
import { DensityMenu } from '../features/works/density-menu.tsx'
import type { WorksSearch } from '../features/works/filter-url.rules.ts'
import type { ChangeFilter } from '../features/works/filters/change-filter.ts'
import { SortMenu } from '../features/works/sort-menu.tsx'
import { WorkCardSkeleton } from '../features/works/work-card.tsx'
import { WorkGrid } from '../features/works/work-grid.tsx'
import { WorksHeading } from '../features/works/works-heading.tsx'
import { worksPage } from '../features/works/works-query.ts'
import { useT } from '../lib/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'

const ActiveFilters = lazy(() =>
  import('../features/works/filters/active-filters.tsx').then(({ ActiveFilters }) => ({
    default: ActiveFilters,
  })),
)
const FilterPanel = lazy(() =>
  import('../features/works/filters/filter-panel.tsx').then(({ FilterPanel }) => ({ default: FilterPanel })),
)
const PeriodSwitch = lazy(() =>
  import('../features/works/period-switch.tsx').then(({ PeriodSwitch }) => ({ default: PeriodSwitch })),
)
const FilterSheet = lazy(() =>
  import('../features/works/filters/filter-sheet.tsx').then(({ FilterSheet }) => ({ default: FilterSheet })),
)
const NoWorks = lazy(() =>
  import('../features/works/no-works.tsx').then(({ NoWorks }) => ({ default: NoWorks })),
)

/** The address is the state: every filter and the order live in it, so a view can be shared. */
export function WorksPage() {
  const t = useT()
  const search = useSearch({ from: '/site/works' })
  const navigate = useNavigate({ from: '/works' })
  const [isSheetOpen, openSheet] = useState(false)
  const { data } = useQuery(worksPage(search, 0))
  const change: ChangeFilter = (patch) => {
    void navigate({ search: (before) => ({ ...before, ...patch }), resetScroll: false })
  }
  const clear = () =>
    void navigate({ search: ({ sort, seed, period }) => ({ sort, seed, period }), resetScroll: false })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-4">
        <WorksHeading search={search} total={data?.total} />
        <div className="ml-auto flex items-center gap-2">
          <button type="button" className="btn xl:hidden" onClick={() => openSheet(true)}>
            <IconAdjustmentsHorizontal size={17} aria-hidden />
            {t('works.filters')}
          </button>
          <SortMenu
            isSearch={Boolean(search.q)}
            sort={search.sort}
            onChange={(sort) => change({ sort, seed: sort === 'random' ? newSeed() : undefined })}
          />
          <DensityMenu />
        </div>
        {search.sort === 'random' && (
          <button type="button" className="btn max-md:ml-auto" onClick={() => change({ seed: newSeed() })}>
            <IconArrowsShuffle size={17} aria-hidden />
            {t('works.shuffle')}
          </button>
        )}
        {search.sort === 'popular' && (
          <Suspense>
            <PeriodSwitch value={search.period ?? 'weekly'} onChange={(period) => change({ period })} />
          </Suspense>
        )}
        {data?.hidden !== undefined && (
          <Link to="/settings" className="w-full text-[13px] text-mut underline-offset-4 hover:underline">
            {t('works.hidden', { count: data.hidden })}
          </Link>
        )}
        <div className="w-full empty:hidden">
          <Suspense>
            <ActiveFilters search={search} onChange={change} onClear={clear} />
          </Suspense>
        </div>
        <BrowseBy search={search} />
      </div>
      <div className="flex items-start gap-8">
        <div className="min-w-0 flex-1">
          <Results search={search} />
        </div>
        <aside
          aria-label={t('works.filters')}
          className="sticky top-18 hidden max-h-[calc(100dvh-var(--player)-96px)] min-h-80 w-72 shrink-0 overflow-y-auto rounded-card border border-line bg-surface p-5 xl:block"
        >
          <Suspense>
            <FilterPanel search={search} onChange={change} />
          </Suspense>
        </aside>
      </div>
      {isSheetOpen && (
        <Suspense>
          <FilterSheet
            search={search}
            onChange={change}
            total={data?.total}
            onClose={() => openSheet(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const newSeed = () => crypto.getRandomValues(new Uint16Array(1))[0] ?? 0

/** While a new answer is under way the old one stays, dimmed. */
function Results({ search }: { readonly search: WorksSearch }) {
  const t = useT()
  const { data, error, refetch } = useQuery(worksPage(search, 0))
  const [answered, setAnswered] = useState<{ search: WorksSearch; total: number }>()
  useEffect(() => {
    if (data) setAnswered({ search, total: data.total })
  }, [data, search])
  const shown = data ? { search, total: data.total } : answered
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!shown) return <LoadingGrid />
  if (shown.total > 0) {
    return <WorkGrid search={shown.search} total={shown.total} isStale={!data} label={t('works.title')} />
  }
  return (
    <Suspense>
      <NoWorks search={shown.search} />
    </Suspense>
  )
}

function LoadingGrid() {
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
      {Array.from({ length: 12 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
        <WorkCardSkeleton key={at} />
      ))}
    </div>
  )
}
