import type { Announcement } from '@koedana/contract/announcements.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { IconArrowLeft, IconMoodEmpty } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announcementQuery, markRead } from '../features/announcements/announcements-query.ts'
import { useFormat, useT } from '../lib/i18n.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { RichText } from '../ui/rich-text.tsx'

export function AnnouncementPage() {
  const { announcementId } = useParams({ from: '/site/announcement/$announcementId' })
  const { data, error, refetch } = useQuery(announcementQuery(announcementId))
  useDocumentTitle(data?.title)
  if (data) return <AnnouncementView announcement={data} />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error) return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  return <Skeleton className="h-80 mx-auto w-full max-w-3xl rounded-card!" />
}

/** Marks the announcement as read when it is opened. */
function AnnouncementView({ announcement }: { readonly announcement: Announcement }) {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const { title, createdAt, updatedAt, draft, html } = announcement
  useEffect(() => {
    void markRead(announcement, client).catch(() => undefined)
  }, [announcement, client])
  return (
    <article className="mx-auto max-w-3xl">
      <Link
        to="/announcements"
        className="mb-4 inline-flex min-h-9 items-center gap-1.5 text-sm text-acc hover:underline pointer-coarse:min-h-11"
      >
        <IconArrowLeft size={16} aria-hidden />
        {t('announcements.title')}
      </Link>
      <h1 className="page-title wrap-anywhere">{title}</h1>
      <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-mut">
        <time dateTime={createdAt}>{format.date(createdAt)}</time>
        {updatedAt !== createdAt && (
          <span>{t('announcements.changed', { date: format.date(updatedAt) })}</span>
        )}
        {draft && <span className="font-medium text-neg">{t('announcements.draft')}</span>}
      </p>
      <div className="mt-4">
        <RichText html={html} />
      </div>
    </article>
  )
}

function NotFound() {
  const t = useT()
  const title = t('announcements.unknown')
  useDocumentTitle(title)
  return (
    <EmptyState title={title} icon={<IconMoodEmpty size={26} aria-hidden />} heading="h1">
      <Link to="/announcements" className="btn">
        {t('announcements.title')}
      </Link>
    </EmptyState>
  )
}
