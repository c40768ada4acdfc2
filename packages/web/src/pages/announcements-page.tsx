import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnnouncementLine } from '../features/announcements/announcement-line.tsx'
import { announcementsPerPage, announcementsQuery } from '../features/announcements/announcements-query.ts'
import { useT } from '../lib/i18n.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'

export function AnnouncementsPage() {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(announcementsQuery(page))
  useDocumentTitle(t('announcements.title'))
  return (
    <>
      <h1 className="page-title mb-5">{t('announcements.title')}</h1>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-60 w-full rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState title={t('announcements.none')} icon={<IconSpeakerphone size={26} aria-hidden />} />
      )}
      {data && data.total > 0 && (
        <ul className="mx-auto max-w-4xl divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {data.items.map((announcement) => (
            <li key={announcement.id}>
              <AnnouncementLine announcement={announcement} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager page={page} pageSize={announcementsPerPage} total={data.total} onChange={setPage} />}
    </>
  )
}
