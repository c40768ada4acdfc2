import type { AnnouncementHead } from '@koedana/contract/announcements.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMoreWords, useT } from '../../lib/i18n.ts'
import { announcementsQuery, useIsUnread } from './announcements-query.ts'

/** The pinned or newest announcement, and, until it is read, an important one as a banner. */
export function AnnouncementPill() {
  const { data } = useQuery(announcementsQuery())
  const isUnread = useIsUnread()
  const banner = data?.items.find((one) => one.important && isUnread(one))
  const shown = banner ?? data?.items[0]
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
