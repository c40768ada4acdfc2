import type { EntityKind } from '@koedana/contract/values.ts'
import { IconMoodEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { EntitiesHead, type EntitiesQuery, entitiesPage } from '../features/entities/entities-head.tsx'
import { type EntitiesSearch, workFilterOf } from '../features/entities/entities-url.rules.ts'
import { EntityList } from '../features/entities/entity-list.tsx'
import { useT } from '../lib/i18n.ts'
import { defaultWaitMs, useIsTrueFor } from '../lib/use-is-true-for.ts'
import { useOptimisticUrlValue } from '../lib/use-optimistic-url-value.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const Mosaic = lazy(() =>
  import('../features/works/entity-picture.tsx').then(({ EntityPicture }) => ({ default: EntityPicture })),
)
const NothingHere = lazy(() =>
  import('../features/welcome/empty-list-reason.tsx').then(({ EmptyListReason }) => ({
    default: EmptyListReason,
  })),
)

export const MakersPage = () => <EntitiesPage kind="makers" />
export const SeriesPage = () => <EntitiesPage kind="series" />
export const ArtistsPage = () => <EntitiesPage kind="artists" />
export const IllustratorsPage = () => <EntitiesPage kind="illustrators" />
export const GenresPage = () => <EntitiesPage kind="genres" />

/** The URL holds the state: name, order and filter of works can be shared. */
function EntitiesPage({ kind }: { readonly kind: EntityKind }) {
  const t = useT()
  const [search, choose] = useOptimisticUrlValue<EntitiesSearch>(useSearch({ from: `/site/${kind}` }))
  const navigate = useNavigate()
  const query = { kind, search }
  const { data } = useQuery(entitiesPage(query, 0))
  useDocumentTitle(t(`filter.${kind}`))
  const change = (next: EntitiesSearch) => {
    choose(next)
    void navigate({ to: `/${kind}`, search: next, replace: true, resetScroll: false })
  }
  return (
    <>
      <EntitiesHead query={query} total={data?.total} onChange={change} />
      {data?.hidden !== undefined && data.total > 0 && (
        <p className="pb-3">
          <HiddenLink>{t('entities.hidden', { count: data.hidden })}</HiddenLink>
        </p>
      )}
      <Results query={query} onClear={() => change({ sort: search.sort })} />
    </>
  )
}

interface ResultsProps {
  readonly query: EntitiesQuery
  readonly onClear: () => void
}

/** Keeps the old results while new ones load, dimmed if that takes longer than usual. */
function Results({ query, onClear }: ResultsProps) {
  const t = useT()
  const { kind, search } = query
  const { data, error, refetch } = useQuery(entitiesPage(query, 0))
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (data) setLoaded({ query: { kind, search }, total: data.total, hidden: data.hidden })
  }, [data, kind, search])
  const isStale = useIsTrueFor(!data, defaultWaitMs)
  const shown = data ? { query, total: data.total, hidden: data.hidden } : loaded
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!shown) return <LoadingTiles />
  if (shown.total > 0) {
    return (
      <EntityList
        query={shown.query}
        total={shown.total}
        isStale={isStale}
        label={t(`filter.${kind}`)}
        faceOf={({ id, name }) => (
          <Suspense>
            <Mosaic kind={shown.query.kind} id={id} name={name} />
          </Suspense>
        )}
      />
    )
  }
  const hidden = shown.hidden === undefined ? undefined : t('entities.hidden', { count: shown.hidden })
  if (!shown.query.search.q && !workFilterOf(shown.query.search)) {
    return (
      <Suspense>
        <NothingHere hidden={hidden} />
      </Suspense>
    )
  }
  return (
    <EmptyState
      title={t(search.q ? 'filter.nothing' : 'works.empty')}
      icon={<IconMoodEmpty size={26} aria-hidden />}
    >
      {hidden !== undefined && <HiddenLink>{hidden}</HiddenLink>}
      <p>{t('entities.emptyHelp')}</p>
      <button type="button" className="btn" onClick={onClear}>
        {t('filter.clear')}
      </button>
    </EmptyState>
  )
}

interface Loaded {
  readonly query: EntitiesQuery
  readonly total: number
  readonly hidden: number | undefined
}

const HiddenLink = ({ children }: { readonly children: string }) => (
  <Link to="/settings" hash="content" className="text-[13px] text-mut underline-offset-4 hover:underline">
    {children}
  </Link>
)

function LoadingTiles() {
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tile) => (
        <Skeleton key={tile} className="aspect-4/3 rounded-card!" />
      ))}
    </div>
  )
}
