import { type AnnouncementHead, listAllAnnouncements } from '@koedana/contract/announcements.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { announcementsKey } from '../../../domain/announcements-key.ts'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { type Column, Table } from '../../../ui/table.tsx'

export interface AnnouncementsTableProps {
  readonly announcements: readonly AnnouncementHead[]
  readonly onEdit: (announcement: AnnouncementHead) => void
  readonly onDelete: (announcement: AnnouncementHead) => void
}

export function AnnouncementsTable({ announcements, onEdit, onDelete }: AnnouncementsTableProps) {
  const t = useT()
  const format = useFormat()
  const columns: readonly Column<AnnouncementHead>[] = [
    {
      key: 'title',
      title: t('announcements.titleField'),
      cell: ({ id, title }) => (
        <Link
          to="/announcement/$announcementId"
          params={{ announcementId: id }}
          className="font-medium whitespace-normal wrap-anywhere hover:underline"
        >
          {title}
        </Link>
      ),
    },
    {
      key: 'state',
      title: t('users.status'),
      cell: ({ draft, top, important }) =>
        [
          draft ? t('announcements.draft') : t('announcements.posted'),
          top && t('announcements.top'),
          important && t('announcements.important'),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    { key: 'created', title: t('account.createdAt'), cell: ({ createdAt }) => format.instant(createdAt) },
    {
      key: 'updated',
      title: t('announcements.updatedAt'),
      cell: ({ updatedAt }) => format.instant(updatedAt),
    },
  ]
  return (
    <Table
      label={t('admin.announcements')}
      columns={columns}
      rows={announcements}
      keyOf={({ id }) => id}
      acts={(announcement) => (
        <>
          <button
            type="button"
            className="btn-icon pointer-coarse:size-11"
            aria-label={t('announcements.editTitle', { title: announcement.title })}
            onClick={() => onEdit(announcement)}
          >
            <IconPencil size={18} aria-hidden />
          </button>
          <button
            type="button"
            className="btn-icon pointer-coarse:size-11"
            aria-label={t('announcements.deleteTitle', { title: announcement.title })}
            onClick={() => onDelete(announcement)}
          >
            <IconTrash size={18} aria-hidden />
          </button>
        </>
      )}
    />
  )
}

/** Announcements with drafts, as administrators see them. */
export const announcementsPerPage = 50

export const allAnnouncementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...announcementsKey, 'all', page],
    queryFn: ({ signal }) =>
      call(listAllAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })
