import type { WorkCard as Card } from '@koedana/contract/works.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { useSettings } from '../../lib/settings.ts'
import { Skeleton } from '../../ui/page.tsx'
import { usePlace } from '../../ui/use-place.ts'
import { Cover } from './cover.tsx'
import type { WorksSearch } from './filter-url.rules.ts'
import { lineHeight, shapeOf } from './grid.rules.ts'
import { CardTools, WorkCard, WorkCardSkeleton } from './work-card.tsx'
import { worksPage, worksPerPage } from './works-query.ts'

const GridKeys = lazy(() =>
  import('./selection/grid-keys.tsx').then(({ GridKeys }) => ({ default: GridKeys })),
)

export interface WorkGridProps {
  readonly search: WorksSearch
  readonly total: number
  readonly label: string
  /** Whether what is shown belongs to an earlier request. */
  readonly isStale: boolean
}

/** It stays at the upper edge, above the list. */
const headerHeight = 72

/** Any number of works: only the rows on screen exist, and only their pages are loaded. */
export function WorkGrid({ search, total, label, isStale }: WorkGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { width, top } = usePlace(frame)
  const density = useSettings((settings) => settings.density)
  const shape = shapeOf(width, density)
  const { columns, gap, rowHeight } = shape
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: headerHeight,
  })
  // The rows were measured for another width.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height is the reason to measure
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  const rows = virtualizer.getVirtualItems()
  const { workAt, retry } = useWorks(
    search,
    (rows[0]?.index ?? 0) * columns,
    ((rows.at(-1)?.index ?? 0) + 1) * columns,
  )
  return (
    <div
      ref={frame}
      className={clsx('relative transition-opacity duration-150', isStale && 'opacity-50')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {width > 0 && (
        <ul aria-label={label} aria-busy={isStale}>
          {rows.flatMap((row) =>
            Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
              const at = row.index * columns + column
              const left = `calc((100% + ${gap}px) / ${columns} * ${column})`
              return (
                <li
                  key={at}
                  data-card={at}
                  className="absolute top-0"
                  style={{
                    left,
                    width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
                    transform: `translateY(${row.start - top}px)`,
                  }}
                >
                  <Cell work={workAt(at)} at={at} isLine={density === 'rows'} eager={row.index < 2} />
                </li>
              )
            }),
          )}
        </ul>
      )}
      {retry && <RetryBar onRetry={retry} />}
      <Suspense>
        <GridKeys
          frame={frame}
          search={search}
          total={total}
          columns={columns}
          scrollToRow={virtualizer.scrollToIndex}
        />
      </Suspense>
    </div>
  )
}

/** Stays in view: which cards are missing depends on where one has scrolled to. */
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
  readonly isLine: boolean
  readonly eager: boolean
}

function Cell({ work, at, isLine, eager }: CellProps) {
  if (isLine) return work ? <WorkLine work={work} at={at} eager={eager} /> : <WorkLineSkeleton />
  return work ? <WorkCard work={work} eager={eager} heading="h2" at={at} /> : <WorkCardSkeleton />
}

interface Pages {
  /** Undefined until its page is here. */
  readonly workAt: (at: number) => Card | undefined
  /** Asks again for the pages that failed; undefined if none did. */
  readonly retry: (() => void) | undefined
}

/** The pages that hold works `from … to`, loaded as they come into view. */
function useWorks(search: WorksSearch, from: number, to: number): Pages {
  const first = Math.floor(from / worksPerPage)
  const last = Math.max(first, Math.floor((to - 1) / worksPerPage))
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, page) => worksPage(search, first + page)),
  })
  const failed = pages.filter(({ isError }) => isError)
  return {
    workAt: (at) => pages[Math.floor(at / worksPerPage) - first]?.data?.items[at % worksPerPage],
    retry: failed.length === 0 ? undefined : () => void Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

interface WorkLineProps {
  readonly work: Card
  readonly at: number
  readonly eager: boolean
}

/** A work in one row: what tells it apart at the left, its numbers in columns at the right as far as there is room. */
function WorkLine({ work, at, eager }: WorkLineProps) {
  const t = useT()
  const format = useFormat()
  const people = [work.maker, ...work.artists].flatMap((entity) => entity?.name ?? [])
  return (
    <article
      ref={menuFor({ kind: 'works', work })}
      className="group @container relative flex items-center gap-3 border-b border-line"
      style={{ height: lineHeight }}
    >
      <div className="w-18 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="72px" eager={eager} bare />
      </div>
      <Suspense>
        <CardTools work={work} at={at} isRow />
      </Suspense>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-medium group-hover:text-acc" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="after:absolute after:inset-0">
            {work.title}
          </Link>
        </h2>
        <p className="truncate text-[12.5px] text-mut">
          {work.ageCategory !== 'all' && (
            <span className="mr-2 text-[11px] font-semibold text-fg">{t(`age.${work.ageCategory}`)}</span>
          )}
          <span lang={nameLanguage(people.join(''))}>{people.join(' · ')}</span>
        </p>
      </div>
      <p className="flex shrink-0 items-center gap-4 text-right text-[12.5px] whitespace-nowrap text-mut">
        <span className="hidden w-28 @2xl:block">{work.releaseDate && format.date(work.releaseDate)}</span>
        <span className="hidden w-20 @3xl:block">
          {work.sales !== null && t('home.sold', { count: work.sales })}
        </span>
        <span className="hidden w-24 @xl:block">
          {work.duration !== null && format.duration(work.duration)}
        </span>
        <span className="flex w-14 flex-col items-end @md:w-auto @md:flex-row @md:gap-4">
          <span className="inline-flex w-12 items-center justify-end gap-1">
            {work.rating !== null && (
              <>
                <IconStarFilled size={11} className="text-acc" aria-hidden />
                {format.rating(work.rating)}
              </>
            )}
          </span>
          <span className="@md:w-14">{work.price !== null && format.price(work.price)}</span>
        </span>
      </p>
    </article>
  )
}

function WorkLineSkeleton() {
  return (
    <div className="flex items-center gap-3 border-b border-line" style={{ height: lineHeight }}>
      <Skeleton className="h-13.5 w-18 shrink-0" />
      <div className="min-w-0 flex-1">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="mt-2 h-3 w-2/5" />
      </div>
    </div>
  )
}
