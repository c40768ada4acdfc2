import type { WorkCard as Card } from '@koedana/contract/works.ts'
import { useQueries } from '@tanstack/react-query'
import clsx from 'clsx'
import { lazy, memo, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import { useIsComplete } from '../../lib/use-is-complete.ts'
import { scrollToSee } from '../../ui/near-cards.rules.ts'
import { Skeleton } from '../../ui/page.tsx'
import { useFrameBounds } from '../../ui/use-frame-bounds.ts'
import { useNearCards } from '../../ui/use-near-cards.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import { type GridShape, gridLayoutOf } from './grid.rules.ts'
import { WorkCard, WorkCardSkeleton } from './work-card.tsx'
import { WorkLink } from './work-link.tsx'
import { worksPage, worksPerPage } from './works-query.ts'

const GridKeys = lazy(() =>
  import('./selection/grid-keys.tsx').then(({ GridKeys }) => ({ default: GridKeys })),
)
const table = () => import('./work-table.tsx')
const TableHeadings = lazy(() => table().then(({ TableHeadings }) => ({ default: TableHeadings })))
const WorkLine = lazy(() => table().then(({ WorkLine }) => ({ default: WorkLine })))

export interface WorkGridProps {
  readonly search: WorksSearch
  readonly total: number
  readonly label: string
  /** Whether the results belong to an earlier request. */
  readonly isStale: boolean
}

/** The height of the sticky header above the list. */
const headerHeight = 72

/** Loads the next page this many cards before they are needed. */
const cardsAhead = worksPerPage / 2

/** A virtualized list: only visible rows are rendered, and only their pages are loaded. */
export const WorkGrid = memo(function WorkGrid({ search, total, label, isStale }: WorkGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { width, top } = useFrameBounds(frame)
  // The head of the page is rendered before the cards.
  const hasCards = useDeferredValue(width > 0)
  const { density, cardWidth: chosenWidth } = useSettings()
  const isTable = density === 'rows'
  const { columns, gap, cardWidth, rowHeight } = gridLayoutOf(width, density, chosenWidth)
  const { from, end, seenFrom, seenEnd } = useNearCards({ total, columns, rowHeight }, top)
  const { workAt, retry } = useWorks(search, from, from > 0 ? Math.min(total, end + cardsAhead) : end)
  const scrollToRow = (row: number) => {
    const viewport = { scrolled: scrollY, height: innerHeight }
    scrollTo({ top: scrollToSee({ top: top + row * rowHeight, height: rowHeight }, viewport, headerHeight) })
  }
  return (
    <>
      {isTable && width >= 600 && (
        <div className="h-10">
          <Suspense>
            <TableHeadings search={search} width={width} />
          </Suspense>
        </div>
      )}
      <div
        ref={frame}
        className={clsx('relative transition-opacity duration-150', isStale && 'opacity-50')}
        style={{ height: Math.ceil(total / columns) * rowHeight }}
      >
        {width > 0 && (
          <ul aria-label={label} aria-busy={isStale}>
            {Array.from({ length: end - from }, (_, nth) => from + nth).map((at) => (
              <GridItem
                key={at}
                work={hasCards ? workAt(at) : undefined}
                at={at}
                columns={columns}
                gap={gap}
                cardWidth={cardWidth}
                rowHeight={rowHeight}
                tableWidth={isTable ? width : undefined}
                eager={at < 2 * columns}
                isOnScreen={at >= seenFrom && at < seenEnd}
              />
            ))}
          </ul>
        )}
        {retry && <RetryBar onRetry={retry} />}
        <Suspense>
          <GridKeys
            frame={frame}
            search={search}
            total={total}
            columns={columns}
            firstSeen={seenFrom}
            scrollToRow={scrollToRow}
          />
        </Suspense>
      </div>
    </>
  )
})

/** Sticky, because the missing cards depend on the scroll position. */
function RetryBar({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <div className="sticky top-[45dvh] z-10 flex justify-center">
      <button type="button" className="btn-primary shadow-float" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  )
}

interface CellProps {
  readonly work: Card | undefined
  readonly at: number
  /** Undefined in a grid. */
  readonly tableWidth: number | undefined
  readonly eager: boolean
}

interface GridItemProps extends CellProps, GridShape {
  readonly isOnScreen: boolean
}

/** After a change of order, visible cards update first; cards above and below follow. */
const GridItem = memo(function GridItem({
  work,
  isOnScreen,
  columns,
  gap,
  cardWidth,
  rowHeight,
  ...cell
}: GridItemProps) {
  const later = useDeferredValue(work)
  const row = Math.floor(cell.at / columns)
  return (
    <li
      data-card={cell.at}
      className="absolute"
      style={{
        left: (cardWidth + gap) * (cell.at - row * columns),
        width: cardWidth,
        top: row * rowHeight,
      }}
    >
      <Cell work={isOnScreen ? work : later} {...cell} />
    </li>
  )
})

/** Memoized, so that cards do not render again when other parts of the list change. */
const Cell = memo(function Cell({ work, ...cell }: CellProps) {
  if (work) return <RenderedCell work={work} {...cell} />
  return cell.tableWidth === undefined ? <WorkCardSkeleton /> : <WorkLineSkeleton />
})

interface RenderedCellProps extends CellProps {
  readonly work: Card
}

function RenderedCell({ work, at, tableWidth, eager }: RenderedCellProps) {
  const isWhole = useIsComplete()
  if (tableWidth === undefined)
    return (
      <WorkCard
        work={work}
        eager={eager}
        heading="h2"
        at={at}
        isWhole={isWhole}
        link={<WorkLink work={work} />}
      />
    )
  return (
    <Suspense fallback={<WorkLineSkeleton />}>
      <WorkLine work={work} at={at} eager={eager} width={tableWidth} isWhole={isWhole} />
    </Suspense>
  )
}

interface Pages {
  /** Returns undefined until the work's page has loaded. */
  readonly workAt: (at: number) => Card | undefined
  /** Requests the failed pages again; undefined if none failed. */
  readonly retry: (() => void) | undefined
}

/** Returns the pages that contain works `from` to `to`, loaded as they come into view. */
function useWorks(search: WorksSearch, from: number, to: number): Pages {
  const locale = useSettings(({ locale }) => locale)
  const first = Math.floor(from / worksPerPage)
  const last = Math.max(first, Math.floor((to - 1) / worksPerPage))
  // Memoized: a list that is scrolled needs the same queries again and again.
  const queries = useMemo(
    () => Array.from({ length: last - first + 1 }, (_, page) => worksPage(search, first + page, locale)),
    [search, first, last, locale],
  )
  const pages = useQueries({ queries })
  const failed = pages.filter(({ isError }) => isError)
  return {
    workAt: (at) => pages[Math.floor(at / worksPerPage) - first]?.data?.items[at % worksPerPage],
    retry: failed.length === 0 ? undefined : () => void Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

function WorkLineSkeleton() {
  return <Skeleton className="h-13.5 w-18" />
}
