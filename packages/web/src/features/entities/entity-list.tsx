import type { ListedEntity } from '@koedana/contract/entities.ts'
import { useQueries } from '@tanstack/react-query'
import clsx from 'clsx'
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import { Skeleton } from '../../ui/page.tsx'
import { useFrameBounds } from '../../ui/use-frame-bounds.ts'
import { useNearCards } from '../../ui/use-near-cards.ts'
import { type EntitiesQuery, entitiesPage, entitiesPerPage } from './entities-head.tsx'
import { entityLayoutOf } from './entity-value.rules.ts'

const EntityRow = lazy(() => import('./entity-row.tsx').then(({ EntityRow }) => ({ default: EntityRow })))
const LetterIndex = lazy(() =>
  import('./letter-index.tsx').then(({ LetterIndex }) => ({ default: LetterIndex })),
)
const EntityTile = lazy(() => import('./entity-tile.tsx').then(({ EntityTile }) => ({ default: EntityTile })))

export interface EntityListProps {
  readonly query: EntitiesQuery
  readonly total: number
  readonly label: string
  /** Whether the results belong to an earlier request. */
  readonly isStale: boolean
  readonly faceOf: (entity: ListedEntity) => ReactNode
}

/** The height of the sticky header and the letters, above the target of a jump. */
const headerHeight = 116

/** A virtualized list: only visible rows are rendered, and only their pages are loaded. */
export function EntityList({ query, total, label, isStale, faceOf }: EntityListProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const { width, top } = useFrameBounds(frame)
  // The head of the page is rendered before the list.
  const hasTiles = useDeferredValue(width > 0)
  const isLine = useSettings(({ density }) => density === 'rows')
  const { columns, gap, rowHeight } = entityLayoutOf(width, isLine)
  const { from, end } = useNearCards({ total, columns, rowHeight }, top)
  // Whole rows are left out above.
  const firstRow = Math.floor(from / columns)
  const first = firstRow * columns
  const { entityAt, retry } = useEntities(query, first, end)
  return (
    <>
      {query.search.sort === 'nameAsc' && total >= minForLetters && (
        <Suspense fallback={<div className="h-11" />}>
          <LetterIndex
            query={query}
            onGo={(at) => scrollTo({ top: top + Math.floor(at / columns) * rowHeight - headerHeight })}
          />
        </Suspense>
      )}
      <div
        ref={frame}
        className={clsx('relative transition-opacity duration-150', isStale && 'opacity-50')}
        style={{ height: Math.ceil(total / columns) * rowHeight }}
      >
        {width > 0 && (
          <ol
            aria-label={label}
            aria-busy={isStale}
            className="absolute inset-x-0 top-0 grid"
            style={{
              columnGap: gap,
              gridAutoRows: rowHeight,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${firstRow * rowHeight}px)`,
            }}
          >
            {Array.from({ length: end - first }, (_, nth) => first + nth).map((at) => (
              <li key={at} aria-setsize={total} aria-posinset={at + 1}>
                <Cell
                  query={query}
                  entity={hasTiles ? entityAt(at) : undefined}
                  rank={at + 1}
                  isLine={isLine}
                  faceOf={faceOf}
                />
              </li>
            ))}
          </ol>
        )}
        {retry && (
          <div className="sticky top-[45dvh] z-10 flex justify-center">
            <button type="button" className="btn-primary shadow-float" onClick={retry}>
              {t('common.retry')}
            </button>
          </div>
        )}
      </div>
    </>
  )
}

/** Shorter lists need no letter index. */
const minForLetters = 40

interface CellProps extends Pick<EntityListProps, 'query' | 'faceOf'> {
  readonly entity: ListedEntity | undefined
  readonly rank: number
  readonly isLine: boolean
}

function Cell({ query, entity, rank, isLine, faceOf }: CellProps) {
  const skeleton = isLine ? (
    <Skeleton className="mt-4 h-4 w-3/5" />
  ) : (
    <Skeleton className="aspect-4/3 rounded-card!" />
  )
  if (!entity) return skeleton
  const shown = { query, entity, rank }
  return (
    <Suspense fallback={skeleton}>
      {isLine ? <EntityRow {...shown} /> : <EntityTile {...shown} face={faceOf(entity)} />}
    </Suspense>
  )
}

/** Returns the pages that contain entities `from` to `to`, loaded as they come into view, and `retry` if some failed. */
function useEntities(query: EntitiesQuery, from: number, to: number) {
  const first = Math.floor(from / entitiesPerPage)
  const last = Math.max(first, Math.floor((to - 1) / entitiesPerPage))
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, page) => entitiesPage(query, first + page)),
  })
  const failed = pages.filter(({ isError }) => isError)
  return {
    entityAt: (at: number) =>
      pages[Math.floor(at / entitiesPerPage) - first]?.data?.items[at % entitiesPerPage],
    retry: failed.length === 0 ? undefined : () => void Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
