import type { WorkCard } from '@koedana/contract/works.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyShelf } from '../features/home/empty-shelf.tsx'
import { Greeting } from '../features/home/greeting.tsx'
import { homePeriod, homeQuery } from '../features/home/home-query.ts'
import { HomeSection } from '../features/home/home-section.tsx'
import { HomeSkeleton } from '../features/home/home-skeleton.tsx'
import { PeriodSwitch } from '../features/works/period-switch.tsx'
import { RankedList } from '../features/works/ranked-list.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useT } from '../lib/i18n.ts'
import { ErrorState, type ErrorStateProps } from '../ui/error-state.tsx'

export function HomePage() {
  const t = useT()
  const { data: home, error, refetch } = useQuery(homeQuery())
  useDocumentTitle(t('nav.home'))
  if (error && !home) return <HomeError message={error.message} onRetry={() => void refetch()} />
  if (!home) return <HomeSkeleton />
  if (home.workCount === 0) return <EmptyShelf onReload={() => void refetch()} />
  return (
    <>
      <Greeting workCount={home.workCount} libraryCount={home.libraryCount} />
      <HomeSection title={t('home.latest')} more={{ to: '/works', search: { sort: 'releaseDateDesc' } }}>
        <WorkRow works={home.latest} label={t('home.latest')} eager />
      </HomeSection>
      {home.added.length > 0 && (
        <HomeSection
          title={t('home.added')}
          more={{ to: '/works', search: { sort: 'recentlyAdded', inLibrary: true } }}
        >
          <WorkRow works={home.added} label={t('home.added')} />
        </HomeSection>
      )}
      <Popular first={home.popular} />
    </>
  )
}

/** While another period is under way the old list stays, dimmed. */
function Popular({ first }: { readonly first: readonly WorkCard[] }) {
  const t = useT()
  const [period, setPeriod] = useState(homePeriod)
  const { data, isPlaceholderData } = useQuery({ ...homeQuery(period), placeholderData: keepPreviousData })
  const works = data?.popular ?? first
  return (
    <HomeSection
      title={t(`popular.${period}`)}
      more={{ to: '/rankings', search: { period } }}
      control={<PeriodSwitch value={period} onChange={setPeriod} />}
    >
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : undefined}>
        {works.length > 0 ? <RankedList works={works} /> : <p className="text-mut">{t('popular.empty')}</p>}
      </div>
    </HomeSection>
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
