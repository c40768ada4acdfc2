import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { followsQuery, releasesQuery } from '../domain/follows-query.ts'
import { FollowedList } from '../features/works/follow/followed-list.tsx'
import { daysOf } from '../features/works/follow/months.rules.ts'
import { useMonth } from '../features/works/follow/use-month.ts'
import { useT } from '../lib/i18n.ts'
import { useSettings } from '../lib/settings.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

// Lazy, because it includes everything shown on an empty server.
const NothingHere = lazy(() =>
  import('../features/welcome/empty-list-reason.tsx').then(({ EmptyListReason }) => ({
    default: EmptyListReason,
  })),
)
const ReleaseCalendar = lazy(() =>
  import('../features/works/follow/release-calendar.tsx').then(({ ReleaseCalendar }) => ({
    default: ReleaseCalendar,
  })),
)

/** The followed entities, with a button to unfollow them. */
export function FollowsPage() {
  const t = useT()
  const { locale } = useSettings()
  const { data, error, refetch } = useQuery(followsQuery())
  const [month] = useMonth()
  const { from, to } = daysOf(month)
  const releases = useQuery(releasesQuery(from, to))
  // Shown together, or the calendar would push the list down.
  const isReady = data !== undefined && !releases.isPending
  useDocumentTitle(t('nav.follows'))
  const hidden = data?.hidden === undefined ? undefined : t('entities.hidden', { count: data.hidden })
  return (
    <>
      <h1 className="page-title">{t('nav.follows')}</h1>
      <p className="mb-6 text-mut" aria-live="polite">
        {data && data.items.length > 0 && t('follow.count', { count: data.items.length })}
        {data && hidden !== undefined && data.items.length > 0 && (
          <>
            {' · '}
            <Link to="/settings" hash="content" className="underline-offset-4 hover:underline">
              {hidden}
            </Link>
          </>
        )}
      </p>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !isReady && <LoadingRows />}
      {isReady && (
        <Suspense fallback={<LoadingRows />}>
          {data.items.length > 0 && <ReleaseCalendar />}
          <FollowedList key={locale} items={data.items}>
            {hidden === undefined ? <NobodyFollowed /> : <NothingHere hidden={hidden} />}
          </FollowedList>
        </Suspense>
      )}
    </>
  )
}

function NobodyFollowed() {
  const t = useT()
  return (
    <EmptyState title={t('follow.nobody')} icon={<IconBell size={26} aria-hidden />}>
      <p>{t('follow.nobodyHelp')}</p>
      <Link to="/makers" className="btn-primary">
        {t('filter.makers')}
      </Link>
    </EmptyState>
  )
}

const LoadingRows = () => (
  <div className="flex flex-col gap-6 pt-4">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <Skeleton key={row} className="h-9" />
    ))}
  </div>
)
