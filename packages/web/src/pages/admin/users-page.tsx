import type { User } from '@koedana/contract/session.ts'
import { deleteUser, UserSort, userSorts } from '@koedana/contract/users.ts'
import { page, Role, roleOf, UserStatus, userStatuses } from '@koedana/contract/values.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { TableHead } from '../../features/admin/table-head.tsx'
import { ChosenUsers } from '../../features/admin/users/chosen-users.tsx'
import { usersKey, usersPerPage, usersQuery, useUsersWords } from '../../features/admin/users/users-query.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { type Column, type Selection, Table, TableSkeleton } from '../../ui/table.tsx'

const UserDialog = lazy(() =>
  import('../../features/admin/users/user-dialog.tsx').then(({ UserDialog }) => ({ default: UserDialog })),
)

const Address = v.object({
  q: v.optional(v.string()),
  role: v.optional(Role),
  status: v.optional(UserStatus),
  sort: v.optional(UserSort),
  page: v.optional(page),
})
const noUsers: ReadonlySet<string> = new Set()
const roles = Object.values(roleOf)

export function UsersPage() {
  useUsersWords()
  const t = useT()
  const [{ q = '', role, status, sort = 'createdAtDesc', page = 1 }, change] = useSearchState(Address)
  const [chosen, setChosen] = useState(noUsers)
  const [editing, setEditing] = useState<User | 'new'>()
  const [deleting, setDeleting] = useState<User>()
  const { data, error, refetch } = useQuery(usersQuery({ q, role, status, sort, page }))
  useDocumentTitle(t('admin.users'))
  // The selection is kept across pages, but cleared when a filter changes, so that it never contains unlisted users.
  const narrow = (patch: Parameters<typeof change>[0]) => {
    change({ page: undefined, ...patch })
    setChosen(noUsers)
  }
  return (
    <>
      <TableHead
        title={t('admin.users')}
        total={data ? t('users.count', { count: data.total }) : ''}
        q={q}
        onSearch={(next) => narrow({ q: next || undefined })}
        sort={sort}
        sorts={userSorts.map((value) => ({ value, label: t(`users.sort.${value}`) }))}
        onSort={(next) => change({ sort: next })}
        create={t('users.create')}
        onCreate={() => setEditing('new')}
      >
        <SelectMenu
          label={t('account.role')}
          value={role === undefined ? '' : `${role}`}
          options={[
            { value: '', label: t('users.everyRole') },
            ...roles.map((value) => ({ value: `${value}`, label: t(`role.${value}`) })),
          ]}
          onChange={(next) => narrow({ role: roles.find((one) => `${one}` === next) })}
        />
        <SelectMenu
          label={t('users.status')}
          value={status ?? ''}
          options={[
            { value: '', label: t('tasks.everyStatus') },
            ...userStatuses.map((value) => ({ value, label: t(`users.${value}`) })),
          ]}
          onChange={(next) => narrow({ status: next || undefined })}
        />
      </TableHead>
      {chosen.size > 0 && <ChosenUsers ids={[...chosen]} onDone={() => setChosen(noUsers)} />}
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && <EmptyState title={t('table.nothing')} />}
      {data && data.total > 0 && (
        <>
          <UsersTable
            users={data.items}
            chosen={chosen}
            onChoose={setChosen}
            onEdit={setEditing}
            onDelete={setDeleting}
          />
          <Pager
            page={page}
            pageSize={usersPerPage}
            total={data.total}
            onChange={(next) => change({ page: next })}
          />
        </>
      )}
      <Suspense>
        {editing && (
          <UserDialog user={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        )}
        {deleting && <DeleteUser user={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </>
  )
}

function DeleteUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const remove = () =>
    void call(deleteUser, { params: { id: user.id } })
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: usersKey }))
  return (
    <ConfirmDialog
      title={t('users.deleteTitle', { name: user.username })}
      act={t('users.delete')}
      onAct={remove}
      onClose={onClose}
    >
      {t('users.deleteHelp')}
    </ConfirmDialog>
  )
}

interface UsersTableProps {
  readonly users: readonly User[]
  readonly chosen: Selection['chosen']
  readonly onChoose: Selection['onChange']
  readonly onEdit: (user: User) => void
  readonly onDelete: (user: User) => void
}

function UsersTable({ users, chosen, onChoose, onEdit, onDelete }: UsersTableProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = (key: string) => users.find(({ id }) => id === key)?.username ?? ''
  const columns: readonly Column<User>[] = [
    {
      key: 'username',
      title: t('account.username'),
      cell: ({ username }) => <b className="font-semibold">{username}</b>,
    },
    { key: 'role', title: t('account.role'), cell: ({ role }) => t(`role.${role}`) },
    { key: 'status', title: t('users.status'), cell: ({ status }) => <Status status={status} /> },
    { key: 'age', title: t('account.ageRestriction'), cell: (user) => t(`age.${user.ageRestriction}`) },
    {
      key: 'login',
      title: t('account.lastLoginAt'),
      cell: ({ lastLoginAt, lastLoginIp }) =>
        lastLoginAt ? (
          <>
            {format.instant(lastLoginAt)} <span className="text-mut">{lastLoginIp}</span>
          </>
        ) : (
          <span className="text-mut">{t('users.never')}</span>
        ),
    },
    { key: 'created', title: t('account.createdAt'), cell: ({ createdAt }) => format.date(createdAt) },
  ]
  return (
    <Table
      label={t('admin.users')}
      columns={columns}
      rows={users}
      keyOf={({ id }) => id}
      selection={{ chosen, onChange: onChoose, nameOf: (key) => t('table.choose', { name: nameOf(key) }) }}
      acts={(user) => (
        <>
          <button
            type="button"
            className="btn-icon pointer-coarse:size-11"
            aria-label={t('users.editName', { name: user.username })}
            onClick={() => onEdit(user)}
          >
            <IconPencil size={18} aria-hidden />
          </button>
          <button
            type="button"
            className="btn-icon pointer-coarse:size-11"
            aria-label={t('users.deleteName', { name: user.username })}
            onClick={() => onDelete(user)}
          >
            <IconTrash size={18} aria-hidden />
          </button>
        </>
      )}
    />
  )
}

function Status({ status }: { readonly status: User['status'] }) {
  const t = useT()
  return <span className={status === 'active' ? 'text-pos' : 'text-neg'}>{t(`users.${status}`)}</span>
}
