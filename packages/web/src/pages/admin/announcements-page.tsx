import {
  type Announcement,
  type AnnouncementHead,
  AnnouncementSort,
  announcementSorts,
  deleteAnnouncement,
  getAnnouncement,
  listAllAnnouncements,
} from '@koedana/contract/announcements.ts'
import { page } from '@koedana/contract/values.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { announcementsKey } from '../../domain/announcements-key.ts'
import { call } from '../../domain/api.ts'
import { TableHead } from '../../features/admin/table-head.tsx'
import { useFormat, useT } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Column, type Selection, Table, TableSkeleton } from '../../ui/table.tsx'

const AnnouncementDialog = lazy(() =>
  import('../../features/admin/announcements/announcement-dialog.tsx').then(({ AnnouncementDialog }) => ({
    default: AnnouncementDialog,
  })),
)

const Address = v.object({
  q: v.optional(v.string()),
  sort: v.optional(AnnouncementSort),
  page: v.optional(page),
})
const none: Selection['chosen'] = new Set()

export function AdminAnnouncementsPage() {
  const t = useT()
  const client = useQueryClient()
  const [{ q = '', sort = 'createdAtDesc', page = 1 }, change] = useSearchState(Address)
  const [chosen, setChosen] = useState(none)
  const [editing, setEditing] = useState<Announcement | 'new'>()
  const [leaving, setLeaving] = useState<readonly AnnouncementHead[]>()
  const { data, error, refetch } = useQuery(allAnnouncementsQuery({ q, sort, page }))
  useDocumentTitle(t('admin.announcements'))
  const edit = ({ id }: AnnouncementHead) =>
    void call(getAnnouncement, { params: { id } }).then(setEditing, () => undefined)
  const go = (patch: Parameters<typeof change>[0]) => {
    change({ page: undefined, ...patch })
    setChosen(none)
  }
  const remove = async (heads: readonly AnnouncementHead[]) => {
    // The client shows why an announcement could not be deleted.
    for (const { id } of heads) await call(deleteAnnouncement, { params: { id } }).catch(() => undefined)
    setChosen(none)
    await client.invalidateQueries({ queryKey: announcementsKey })
  }
  const selected = data?.items.filter(({ id }) => chosen.has(id)) ?? []
  return (
    <>
      <TableHead
        title={t('admin.announcements')}
        total={data ? t('announcements.count', { count: data.total }) : ''}
        q={q}
        onSearch={(next) => go({ q: next || undefined })}
        sort={sort}
        sorts={announcementSorts.map((value) => ({ value, label: t(`announcements.sort.${value}`) }))}
        onSort={(next) => go({ sort: next })}
        create={t('announcements.create')}
        onCreate={() => setEditing('new')}
      >
        {selected.length > 0 && (
          <button
            type="button"
            className="btn text-neg pointer-coarse:h-11"
            onClick={() => setLeaving(selected)}
          >
            <IconTrash size={16} aria-hidden />
            {t('announcements.deleteChosen', { count: selected.length })}
          </button>
        )}
      </TableHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyState title={t(q === '' ? 'announcements.none' : 'table.nothing')}>
          {q === '' && <p>{t('announcements.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <AnnouncementsTable
            announcements={data.items}
            chosen={chosen}
            onChoose={setChosen}
            onEdit={edit}
            onDelete={(one) => setLeaving([one])}
          />
          <Pager
            page={page}
            pageSize={announcementsPerPage}
            total={data.total}
            onChange={(next) => go({ page: next })}
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
            title={
              leaving.length === 1
                ? t('announcements.deleteTitle', { title: leaving[0]?.title ?? '' })
                : t('announcements.deleteChosenTitle', { count: leaving.length })
            }
            act={
              leaving.length === 1
                ? t('announcements.delete')
                : t('announcements.deleteChosen', { count: leaving.length })
            }
            onAct={() => void remove(leaving)}
            onClose={() => setLeaving(undefined)}
          >
            {t('announcements.deleteHelp', { count: leaving.length })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

interface AnnouncementsTableProps {
  readonly announcements: readonly AnnouncementHead[]
  readonly chosen: Selection['chosen']
  readonly onChoose: Selection['onChange']
  readonly onEdit: (announcement: AnnouncementHead) => void
  readonly onDelete: (announcement: AnnouncementHead) => void
}

function AnnouncementsTable(props: AnnouncementsTableProps) {
  const { announcements, chosen, onChoose, onEdit, onDelete } = props
  const t = useT()
  const format = useFormat()
  const titleOf = (id: string) => announcements.find((one) => one.id === id)?.title ?? ''
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
      selection={{ chosen, onChange: onChoose, nameOf: (id) => t('table.choose', { name: titleOf(id) }) }}
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

const announcementsPerPage = 50

interface ListRequest {
  readonly q: string
  readonly sort: AnnouncementSort
  readonly page: number
}

const allAnnouncementsQuery = ({ q, sort, page }: ListRequest) =>
  queryOptions({
    queryKey: [...announcementsKey, 'all', q, sort, page],
    queryFn: ({ signal }) => {
      const query = { ...(q === '' ? {} : { q }), sort, page, pageSize: announcementsPerPage }
      return call(listAllAnnouncements, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })
