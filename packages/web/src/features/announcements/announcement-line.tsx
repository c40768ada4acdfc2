import type { AnnouncementHead } from '@koedana/contract/announcements.ts'
import { IconPinFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat, useT } from '../../lib/i18n.ts'
import { useIsUnread } from './announcements-query.ts'

export function AnnouncementLine({ announcement }: { readonly announcement: AnnouncementHead }) {
  const t = useT()
  const format = useFormat()
  const isUnread = useIsUnread()(announcement)
  const { id, title, top, important, createdAt } = announcement
  return (
    <Link
      to="/announcement/$announcementId"
      params={{ announcementId: id }}
      className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-sunken"
    >
      <span
        className={`size-2 shrink-0 rounded-full ${isUnread ? 'bg-acc' : ''}`}
        {...(isUnread ? { role: 'img', 'aria-label': t('announcements.unread') } : { 'aria-hidden': true })}
      />
      <span className="flex min-w-0 grow flex-col gap-x-3 gap-y-0.5 sm:flex-row sm:items-center">
        <span className={`min-w-0 grow wrap-anywhere ${isUnread ? 'font-semibold' : ''}`}>
          {title}{' '}
          {important && (
            <span className="rounded-full bg-soft px-2 py-0.5 text-xs font-medium whitespace-nowrap text-acc">
              {t('announcements.important')}
            </span>
          )}
        </span>
        <time dateTime={createdAt} className="shrink-0 text-[13px] text-mut">
          {format.date(createdAt)}
        </time>
      </span>
      {top && (
        <IconPinFilled
          size={15}
          className="shrink-0 text-mut"
          role="img"
          aria-label={t('announcements.top')}
        />
      )}
    </Link>
  )
}
