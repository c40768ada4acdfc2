import type { AnnouncementHead } from '@koedana/contract/announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { subPath } from '../../lib/sub-path.ts'
import { announcementsQuery, useIsUnread, wasShown } from './announcements-query.ts'

/** Lazy, because the dialog code is large and rarely needed. */
const AnnouncementDialog = lazy(() =>
  import('./announcement-dialog.tsx').then(({ AnnouncementDialog }) => ({ default: AnnouncementDialog })),
)

/** Shows each important announcement once, over any page. If closed unread, it stays as a banner on the home page. */
export function ImportantAnnouncement() {
  const { data } = useQuery(announcementsQuery())
  const isUnread = useIsUnread()
  const [shown, setShown] = useState<AnnouncementHead>()
  const next = data?.items.find((one) => one.important && isUnread(one) && !wasShown(one.id))
  const isHere = next !== undefined && window.location.pathname === `${subPath}/announcement/${next.id}`
  useEffect(() => {
    if (next && !shown && !isHere) setShown(next)
  }, [next, shown, isHere])
  if (!shown) return null
  return <AnnouncementDialog head={shown} onClose={() => setShown(undefined)} />
}
