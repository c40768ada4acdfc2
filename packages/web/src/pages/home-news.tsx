/** What the home page shows of the first run, of scans, of announcements and of those one follows. Import it lazily. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { followedWorksQuery } from '../domain/follows-query.ts'
import { useUser } from '../domain/session.ts'
import { AnnouncementPill } from '../features/announcements/announcement-line.tsx'
import { HomeSection } from '../features/home/home-section.tsx'
import { Arrivals } from '../features/scan/arrivals.tsx'
import { SetupNotice } from '../features/welcome/setup-call.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useMoreWords, useT } from '../lib/i18n.ts'

export const HomeSetup = ({ workCount }: { readonly workCount: number }) => (
  <>
    <div className="mt-4 empty:hidden">
      <SetupNotice />
    </div>
    <Arrivals count={workCount} />
  </>
)

export const HomeAnnouncement = () => <AnnouncementPill />

const Continued = lazy(() => import('./home-continued.tsx').then(({ Continued }) => ({ default: Continued })))

/** Nothing for visitors. */
export const HomeContinued = () => useUser() && <Continued />

/** Nothing for visitors, and for who follows nobody. */
export function HomeNews() {
  const user = useUser()
  const { data } = useQuery({ ...followedWorksQuery(), enabled: user !== undefined })
  return user && data && data.items.length > 0 ? <FollowedWorks works={data.items} /> : null
}

function FollowedWorks({ works }: { readonly works: readonly WorkCard[] }) {
  useMoreWords()
  const t = useT()
  return (
    <HomeSection title={t('follow.news')}>
      <WorkRow works={works} label={t('follow.news')} />
    </HomeSection>
  )
}
