import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { homeQuery } from '../features/home/home-query.ts'
import { Greeting, HomeSection, HomeSkeleton } from '../features/home/home-section.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useT } from '../lib/i18n.ts'
import { ErrorState, type ErrorStateProps, useDocumentTitle } from '../ui/page.tsx'

const NothingYet = lazy(() => import('./nothing-yet.tsx').then(({ NothingYet }) => ({ default: NothingYet })))
const news = () => import('./home-news.tsx')
const HomeSetup = lazy(() => news().then(({ HomeSetup }) => ({ default: HomeSetup })))
const HomeAnnouncement = lazy(() => news().then(({ HomeAnnouncement }) => ({ default: HomeAnnouncement })))
const HomeContinued = lazy(() => news().then(({ HomeContinued }) => ({ default: HomeContinued })))
const HomeNews = lazy(() => news().then(({ HomeNews }) => ({ default: HomeNews })))
const HomePopular = lazy(() =>
  import('./home-popular.tsx').then(({ HomePopular }) => ({ default: HomePopular })),
)

export function HomePage() {
  const t = useT()
  const { data: home, error, refetch } = useQuery(homeQuery())
  useDocumentTitle(t('nav.home'))
  if (error && !home) return <HomeError message={error.message} onRetry={() => void refetch()} />
  if (!home) return <HomeSkeleton />
  if (home.workCount === 0) {
    return (
      <Suspense>
        <NothingYet
          heading="h1"
          hidden={home.hidden === undefined ? undefined : t('works.hidden', { count: home.hidden })}
          onReload={() => void refetch()}
        />
      </Suspense>
    )
  }
  return (
    <>
      <Greeting workCount={home.workCount} libraryCount={home.libraryCount} />
      <Suspense>
        <HomeSetup workCount={home.workCount} />
        <HomeAnnouncement />
      </Suspense>
      <Suspense>
        <HomeContinued />
      </Suspense>
      <HomeSection title={t('home.latest')} more={{ to: '/works', search: { sort: 'releaseDateDesc' } }}>
        <WorkRow works={home.latest} label={t('home.latest')} eager />
      </HomeSection>
      <Suspense>
        <HomeNews />
      </Suspense>
      {home.added.length > 0 && (
        <HomeSection
          title={t('home.added')}
          more={{ to: '/works', search: { sort: 'recentlyAdded', inLibrary: true } }}
        >
          <WorkRow works={home.added} label={t('home.added')} />
        </HomeSection>
      )}
      <Suspense>
        <HomePopular first={home} />
      </Suspense>
    </>
  )
}

/** A page keeps its heading whatever happens. */
function HomeError(props: ErrorStateProps) {
  const t = useT()
  return (
    <>
      <h1 className="sr-only">{t('nav.home')}</h1>
      <ErrorState {...props} />
    </>
  )
}
