import type { User } from '@koedana/contract/session.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { type Column, Table } from '../../../ui/table.tsx'

export interface UsersTableProps {
  readonly users: readonly User[]
  readonly onEdit: (user: User) => void
  readonly onDelete: (user: User) => void
}

export function UsersTable({ users, onEdit, onDelete }: UsersTableProps) {
  const t = useT()
  const format = useFormat()
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
