import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { hasFilterOrSearch } from '../features/works/active-filter.rules.ts'
import type { WorksSearch } from '../features/works/filter-url.rules.ts'
import type { ChangeFilter } from '../features/works/filters/change-filter.ts'
import { useIsUnknown } from '../features/works/filters/entities-query.ts'
import { headEntityOf, headStateOf } from '../features/works/head-entity.ts'
import { WorkCardSkeleton } from '../features/works/work-card.tsx'
import { WorkGrid } from '../features/works/work-grid.tsx'
import { WorksHead } from '../features/works/works-head.tsx'
import { worksPage } from '../features/works/works-query.ts'
import { useT } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { defaultWaitMs, useIsTrueFor } from '../lib/use-is-true-for.ts'
import { useOptimisticUrlValue } from '../lib/use-optimistic-url-value.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { ErrorState } from '../ui/page.tsx'

const FilterPanel = lazy(() =>
  import('../features/works/filters/filter-panel.tsx').then(({ FilterPanel }) => ({ default: FilterPanel })),
)
const FilterSheet = lazy(() =>
  import('../features/works/filters/filter-sheet.tsx').then(({ FilterSheet }) => ({ default: FilterSheet })),
)
const NoEntity = lazy(() =>
  import('../features/works/no-entity.tsx').then(({ NoEntity }) => ({ default: NoEntity })),
)
const NoWorks = lazy(() =>
  import('../features/works/no-works.tsx').then(({ NoWorks }) => ({ default: NoWorks })),
)
const Arrivals = lazy(() =>
  import('../features/scan/scan-progress.tsx').then(({ ScanProgress }) => ({ default: ScanProgress })),
)
const NothingYet = lazy(() =>
  import('./empty-work-list.tsx').then(({ EmptyWorkList }) => ({ default: EmptyWorkList })),
)

export const loadWorks = () => queryClient.prefetchQuery(worksPage({}, 0))

/** The URL holds all filters and the order, so a view can be shared. */
export function WorksPage() {
  const t = useT()
  const address = useSearch({ from: '/site/works' })
  const [search, choose] = useOptimisticUrlValue<WorksSearch>(address)
  const state = useLocation({ select: (location) => location.state })
  const navigate = useNavigate({ from: '/works' })
  const [isSheetOpen, openSheet] = useState(false)
  const isLater = useIsAfterFirstRender()
  const head = headEntityOf(address, state)
  const isUnknown = useIsUnknown(head)
  const { data } = useQuery(worksPage(search, 0))
  const change = useStableCallback<ChangeFilter>((patch) => {
    choose({ ...search, ...patch })
    void navigate({
      search: (before) => ({ ...before, ...patch }),
      resetScroll: false,
      state: headStateOf(address, state),
    })
  })
  const clear = useStableCallback(
    () =>
      void navigate({
        search: ({ sort, seed, period }) => ({ sort, seed, period }),
        resetScroll: false,
        state: { head: 'none' },
      }),
  )
  const openFilters = useStableCallback(() => openSheet(true))
  if (head && isUnknown) {
    return (
      <Suspense>
        <NoEntity {...head} />
      </Suspense>
    )
  }
  return (
    <div className="flex items-start gap-8">
      <div className="min-w-0 flex-1">
        <WorksHead
          search={search}
          head={head}
          counts={data}
          onChange={change}
          onClear={clear}
          onOpenFilters={openFilters}
        />
        <Results search={search} />
      </div>
      <aside
        aria-label={t('works.filters')}
        // Its top is its position before scrolling, and at the end of the list it fits above the bottom of the page.
        className="sticky top-21 hidden max-h-[calc(100dvh-var(--player)-124px)] min-h-80 w-72 shrink-0 overflow-y-auto rounded-card border border-line bg-surface p-5 xl:block"
      >
        <Suspense>{isLater && <FilterPanel search={search} onChange={change} />}</Suspense>
      </aside>
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
    </div>
  )
}

/** Keeps the old results while new ones load, dimmed if that takes longer than usual. */
const Results = memo(function Results({ search }: { readonly search: WorksSearch }) {
  const t = useT()
  const { data, error, refetch } = useQuery(worksPage(search, 0))
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (data) setLoaded({ search, total: data.total, hidden: data.hidden })
  }, [data, search])
  const isStale = useIsTrueFor(!data, defaultWaitMs)
  const shown = data ? { search, total: data.total, hidden: data.hidden } : loaded
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!shown) return <LoadingGrid />
  if (shown.total > 0) {
    return (
      <>
        <Suspense>
          <div className="mb-5 empty:hidden">
            <Arrivals count={hasFilterOrSearch(shown.search) ? undefined : shown.total} />
          </div>
        </Suspense>
        <WorkGrid search={shown.search} total={shown.total} isStale={isStale} label={t('works.title')} />
      </>
    )
  }
  const hidden = shown.hidden === undefined ? undefined : t('works.hidden', { count: shown.hidden })
  return (
    <Suspense>
      {hasFilterOrSearch(shown.search) ? (
        <NoWorks search={shown.search} hidden={hidden} />
      ) : (
        <NothingYet hidden={hidden} />
      )}
    </Suspense>
  )
})

interface Loaded {
  readonly search: WorksSearch
  readonly total: number
  readonly hidden: number | undefined
}

function LoadingGrid() {
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
      {Array.from({ length: 12 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and never move
        <WorkCardSkeleton key={at} />
      ))}
    </div>
  )
}
