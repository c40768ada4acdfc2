import type { AnnouncementHead } from '@koedana/contract/announcements.ts'
import { IconPinFilled, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat, useMoreWords, useT } from '../../lib/i18n.ts'
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

/** Shows the pinned or newest announcement; an unread important one is shown as a banner instead. */
export function AnnouncementPill({ items }: { readonly items: readonly AnnouncementHead[] }) {
  const isUnread = useIsUnread()
  const banner = items.find((one) => one.important && isUnread(one))
  const shown = banner ?? items[0]
  return shown ? <Pill shown={shown} isBanner={banner !== undefined} isUnread={isUnread(shown)} /> : null
}

interface PillProps {
  readonly shown: AnnouncementHead
  readonly isBanner: boolean
  readonly isUnread: boolean
}

function Pill({ shown, isBanner, isUnread }: PillProps) {
  useMoreWords()
  const t = useT()
  return (
    <Link
      to="/announcement/$announcementId"
      params={{ announcementId: shown.id }}
      className={`mt-4 inline-flex min-h-9 max-w-full items-center gap-2 rounded-full px-4 py-1.5 text-sm pointer-coarse:min-h-11 ${isBanner ? 'bg-acc font-semibold text-accfg' : 'bg-soft text-acc'}`}
    >
      <IconSpeakerphone size={16} className="shrink-0" aria-hidden />
      <span className="sr-only">{t('announcements.one')}</span>
      <span className="min-w-0 truncate">{shown.title}</span>
      {!isBanner && isUnread && (
        <span
          className="size-2 shrink-0 rounded-full bg-acc"
          role="img"
          aria-label={t('announcements.unread')}
        />
      )}
    </Link>
  )
}
