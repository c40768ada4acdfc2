/** What the home page shows of announcements and of those one follows. Import it lazily: it brings its own words. */
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { AnnouncementPill } from '../features/announcements/announcement-pill.tsx'
import { HomeSection } from '../features/home/home-section.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { followedWorksQuery } from '../lib/follows-query.ts'
import { loadMoreWords, useT } from '../lib/i18n.ts'
import { useUser } from '../lib/session.ts'

const words = loadMoreWords()

export function HomeAnnouncement() {
  use(words)
  return <AnnouncementPill />
}

/** Nothing for visitors, and for who follows nobody. */
export function HomeNews() {
  use(words)
  const t = useT()
  const user = useUser()
  const { data } = useQuery({ ...followedWorksQuery(), enabled: user !== undefined })
  if (!user || !data || data.items.length === 0) return null
  return (
    <HomeSection title={t('follow.news')}>
      <WorkRow works={data.items} label={t('follow.news')} />
    </HomeSection>
  )
}
