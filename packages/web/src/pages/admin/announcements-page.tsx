import {
  type Announcement,
  type AnnouncementHead,
  deleteAnnouncement,
  getAnnouncement,
  listAllAnnouncements,
} from '@koedana/contract/announcements.ts'
import { page } from '@koedana/contract/values.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { announcementsKey } from '../../domain/announcements-key.ts'
import { call } from '../../domain/api.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { useAddress } from '../../lib/use-address.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Column, Table, TableSkeleton } from '../../ui/table.tsx'

const AnnouncementDialog = lazy(() =>
  import('../../features/admin/announcements/announcement-dialog.tsx').then(({ AnnouncementDialog }) => ({
    default: AnnouncementDialog,
  })),
)

const Address = v.object({ page: v.optional(page) })

export function AdminAnnouncementsPage() {
  const t = useT()
  const client = useQueryClient()
  const [{ page = 1 }, change] = useAddress(Address)
  const [editing, setEditing] = useState<Announcement | 'new'>()
  const [leaving, setLeaving] = useState<AnnouncementHead>()
  const { data, error, refetch } = useQuery(allAnnouncementsQuery(page))
  useDocumentTitle(t('admin.announcements'))
  const edit = ({ id }: AnnouncementHead) =>
    void call(getAnnouncement, { params: { id } }).then(setEditing, () => undefined)
  const remove = ({ id }: AnnouncementHead) =>
    void call(deleteAnnouncement, { params: { id } })
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: announcementsKey }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-[22px] font-bold tracking-tight">{t('admin.announcements')}</h1>
        <button type="button" className="btn-primary pointer-coarse:h-11" onClick={() => setEditing('new')}>
          <IconPlus size={17} aria-hidden />
          {t('announcements.create')}
        </button>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyState title={t('announcements.none')}>
          <p>{t('announcements.noneHelp')}</p>
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <AnnouncementsTable announcements={data.items} onEdit={edit} onDelete={setLeaving} />
          <Pager
            page={page}
            pageSize={announcementsPerPage}
            total={data.total}
            onChange={(next) => change({ page: next })}
          />
        </>
      )}
      <Suspense>
        {editing && (
          <AnnouncementDialog
            announcement={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
        {leaving && (
          <ConfirmDialog
            title={t('announcements.deleteTitle', { title: leaving.title })}
            act={t('announcements.delete')}
            onAct={() => remove(leaving)}
            onClose={() => setLeaving(undefined)}
          >
            {t('announcements.deleteHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

interface AnnouncementsTableProps {
  readonly announcements: readonly AnnouncementHead[]
  readonly onEdit: (announcement: AnnouncementHead) => void
  readonly onDelete: (announcement: AnnouncementHead) => void
}

function AnnouncementsTable({ announcements, onEdit, onDelete }: AnnouncementsTableProps) {
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
const announcementsPerPage = 50

const allAnnouncementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...announcementsKey, 'all', page],
    queryFn: ({ signal }) =>
      call(listAllAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })
