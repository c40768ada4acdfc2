import { useQuery } from '@tanstack/react-query'
import { useHomeWords } from '../domain/home-words.ts'
import { homeQuery } from '../features/home/home-query.ts'
import { Greeting, HomeSection } from '../features/home/home-section.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useT } from '../lib/i18n.ts'
import { HomeNews, HomeProblem, LoginCall, Rising, SetupLine } from './home-news.tsx'

// Loaded with the page, because a page that suspends for its messages appears 300 ms late. Failed loads are retried by the page.
await Promise.allSettled([useHomeWords.load()])

/** The home page of visitors: works to listen to, and the benefits of a login. */
export function VisitorHome() {
  useHomeWords()
  const t = useT()
  const { data: home, error, refetch } = useQuery(homeQuery())
  const reload = () => void refetch()
  if (!home || home.workCount === 0) return <HomeProblem home={home} error={error} onReload={reload} />
  const has = (row: (typeof home.rows)[number]) => home.rows.includes(row)
  return (
    <>
      <Greeting workCount={home.workCount} libraryCount={home.libraryCount} />
      <HomeNews home={home} />
      {has('latest') && (
        <HomeSection title={t('home.latest')} more={{ to: '/works', search: { sort: 'releaseDateDesc' } }}>
          <WorkRow works={home.latest} label={t('home.latest')} eager />
        </HomeSection>
      )}
      <LoginCall />
      {has('rising') && <Rising home={home} />}
      {has('added') && (
        <HomeSection
          title={t('home.added')}
          more={{ to: '/works', search: { sort: 'recentlyAdded', inLibrary: true } }}
        >
          <WorkRow works={home.added} label={t('home.added')} />
        </HomeSection>
      )}
      <SetupLine />
    </>
  )
}
