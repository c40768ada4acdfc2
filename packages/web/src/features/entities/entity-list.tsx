import { defaultEntitySort, type ListedEntity } from '@koedana/contract/entities.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { Skeleton } from '../../ui/page.tsx'
import { usePlace } from '../../ui/use-place.ts'
import { type EntitiesQuery, entitiesPage, entitiesPerPage } from './entities-head.tsx'
import { workFilterOf } from './entities-url.rules.ts'
import { isRanking, valueFormOf } from './entity-value.rules.ts'

const Owned = lazy(() => import('./owned.tsx').then(({ Owned }) => ({ default: Owned })))

export interface EntityListProps {
  readonly query: EntitiesQuery
  readonly total: number
  readonly label: string
  /** Whether what is shown belongs to an earlier request. */
  readonly isStale: boolean
}

const columnWidth = 380

/** Any number of entities: only the rows on screen exist, and only their pages are loaded. */
export function EntityList({ query, total, label, isStale }: EntityListProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const { width, top } = usePlace(frame)
  const columns = Math.min(3, Math.max(1, Math.floor(width / columnWidth)))
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => entityRowHeight,
    overscan: 6,
    scrollMargin: top,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are the reason to measure
  useLayoutEffect(() => virtualizer.measure(), [columns, virtualizer])
  const rows = virtualizer.getVirtualItems()
  const first = (rows[0]?.index ?? 0) * columns
  const end = Math.min(total, ((rows.at(-1)?.index ?? 0) + 1) * columns)
  const { entityAt, retry } = useEntities(query, first, end)
  return (
    <div
      ref={frame}
      className={clsx('relative transition-opacity duration-150', isStale && 'opacity-50')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {width > 0 && (
        <ol
          aria-label={label}
          aria-busy={isStale}
          className="absolute inset-x-0 top-0 grid gap-x-8"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${(rows[0]?.start ?? top) - top}px)`,
          }}
        >
          {Array.from({ length: Math.max(0, end - first) }, (_, nth) => first + nth).map((at) => (
            <li key={at} aria-setsize={total} aria-posinset={at + 1}>
              <Cell query={query} entity={entityAt(at)} rank={at + 1} />
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
  )
}

interface CellProps {
  readonly query: EntitiesQuery
  readonly entity: ListedEntity | undefined
  readonly rank: number
}

function Cell({ query, entity, rank }: CellProps) {
  if (entity) return <EntityRow query={query} entity={entity} rank={rank} />
  return (
    <div className="flex items-center border-b border-line" style={{ height: entityRowHeight }}>
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

/** The pages that hold entities `from … to`, loaded as they come into view; `retry` if some failed. */
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

interface EntityRowProps {
  readonly query: EntitiesQuery
  readonly entity: ListedEntity
  readonly rank: number
}

/** Pixels, the same for every row: the list counts on it. */
const entityRowHeight = 60

/** Leads to its works, under the filter that counted them. */
function EntityRow({ query: { kind, search }, entity, rank }: EntityRowProps) {
  const t = useT()
  const format = useFormat()
  const sort = search.sort ?? defaultEntitySort
  const form = valueFormOf(sort)
  return (
    <div
      ref={menuFor({ kind, entity })}
      className="group relative flex items-center gap-3 border-b border-line"
      style={{ height: entityRowHeight }}
    >
      {isRanking(sort) && (
        <span className="min-w-9 shrink-0 text-right text-[13px] font-semibold text-mut" aria-hidden>
          {format.number(rank)}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to="/works"
          search={{ ...workFilterOf(search), [kind]: [entity.id] }}
          preload={false}
          title={entity.name}
          lang={entityLanguage(kind, entity.name)}
          className="block truncate text-sm font-medium group-hover:text-acc after:absolute after:inset-0"
        >
          {entity.name}
        </Link>
        <p className="truncate text-[12.5px] text-mut">
          {t('works.count', { count: entity.workCount })}
          <Suspense>
            {entity.ownedCount ? <Owned owned={entity.ownedCount} total={entity.workCount} /> : null}
          </Suspense>
        </p>
      </div>
      {form && entity.value !== null && (
        <span className="shrink-0 text-[13px] font-semibold" title={t(`sort.${sort}`)}>
          <span className="sr-only">{t(`sort.${sort}`)}: </span>
          {form === 'rating' ? format.rating(entity.value) : format.number(Math.round(entity.value))}
        </span>
      )}
    </div>
  )
}
