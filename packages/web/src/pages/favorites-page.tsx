import { IconHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { favoritesPerPage, favoritesQuery } from '../features/favorites/favorites-query.ts'
import { EmptyListReason } from '../features/welcome/empty-list-reason.tsx'
import { useMarkWords } from '../features/works/marks/mark-words.ts'
import { WorkCard, WorkCardSkeleton } from '../features/works/work-card.tsx'
import { useT } from '../lib/i18n.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { EmptyState, ErrorState, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'

// Loaded with the page, because a page that suspends for its messages appears 300 ms late. Failed loads are retried by the page.
await Promise.allSettled([useMarkWords.load()])

export function FavoritesPage() {
  useMarkWords()
  const t = useT()
  const isLater = useIsAfterFirstRender()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(favoritesQuery(page))
  useDocumentTitle(t('favorites.title'))
  return (
    <>
      <h1 className="page-title">{t('favorites.title')}</h1>
      <p className="mb-5 text-mut" aria-live="polite">
        {data && t('works.count', { count: data.total })}
        {data?.hidden !== undefined && data.total > 0 && <> · {t('works.hidden', { count: data.hidden })}</>}
      </p>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.total === 0 && data.hidden !== undefined && (
        <EmptyListReason hidden={t('works.hidden', { count: data.hidden })} />
      )}
      {data?.total === 0 && data.hidden === undefined && (
        <EmptyState title={t('favorites.empty')} icon={<IconHeart size={26} aria-hidden />}>
          <p>{t('favorites.emptyHelp')}</p>
          <Link to="/works" className="btn-primary">
            {t('nav.works')}
          </Link>
        </EmptyState>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(150px,42vw),1fr))] gap-x-4 gap-y-7 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
        {!(data && isLater) &&
          !error &&
          Array.from({ length: 8 }, (_, at) => <WorkCardSkeleton key={skeletonKey(at)} />)}
        {isLater && data?.items.map((work) => <WorkCard key={work.id} work={work} heading="h2" />)}
      </div>
      {data && <Pager page={page} pageSize={favoritesPerPage} total={data.total} onChange={setPage} />}
    </>
  )
}

const skeletonKey = (at: number) => `skeleton-${at}`
