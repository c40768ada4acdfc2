import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { announcementsQuery, useIsUnread } from './announcements-query.ts'

/** The way to all announcements, on every page; a dot while one of the latest is unread. */
export function AnnouncementsLink() {
  const t = useT()
  const { data } = useQuery(announcementsQuery())
  const isUnread = useIsUnread()
  const title = t('announcements.title')
  return (
    <Link
      to="/announcements"
      title={title}
      className="btn-icon relative size-11! aria-[current=page]:text-acc"
    >
      <IconSpeakerphone size={21} aria-hidden />
      <span className="sr-only">{title}</span>
      {data?.items.some(isUnread) && (
        <span
          className="absolute top-2 right-2 size-2 rounded-full border-2 border-bg bg-acc box-content"
          role="img"
          aria-label={t('announcements.unread')}
        />
      )}
    </Link>
  )
}
