import type { Key } from '@koedana/contract/keys.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { type Column, type Selection, Table } from '../../../ui/table.tsx'
import { siteSettingsQuery } from '../site-settings/site-settings-query.ts'
import { KeyStateMark } from './key-state.tsx'

export interface KeysTableProps {
  readonly keys: readonly Key[]
  readonly chosen: Selection['chosen']
  readonly onChoose: Selection['onChange']
  readonly onEdit: (key: Key) => void
}

export function KeysTable({ keys, chosen, onChoose, onEdit }: KeysTableProps) {
  const t = useT()
  const format = useFormat()
  const ofSite = useQuery(siteSettingsQuery()).data?.newAccountCeiling
  const asSite = ofSite ? t('keys.ceilingSite', { age: t(`age.${ofSite}`) }) : ''
  const codeOf = (id: string) => keys.find((key) => key.id === id)?.code ?? ''
  const columns: readonly Column<Key>[] = [
    { key: 'code', title: t('keys.code'), cell: ({ code }) => <code className="text-[13px]">{code}</code> },
    { key: 'state', title: t('users.status'), cell: ({ state }) => <KeyStateMark state={state} /> },
    { key: 'left', title: t('keys.left'), cell: ({ leftCount }) => format.number(leftCount), isNumber: true },
    { key: 'used', title: t('keys.used'), cell: ({ usedCount }) => format.number(usedCount), isNumber: true },
    { key: 'count', title: t('keys.uses'), cell: ({ count }) => format.number(count), isNumber: true },
    {
      key: 'platforms',
      title: t('keys.platforms'),
      cell: ({ platforms }) =>
        platforms.length === 0 ? t('keys.anywhere') : platforms.map((one) => t(`platform.${one}`)).join(', '),
    },
    {
      key: 'ceiling',
      title: t('keys.ceiling'),
      cell: ({ ceiling }) => (ceiling ? t(`age.${ceiling}`) : asSite),
    },
    {
      key: 'expires',
      title: t('keys.expires'),
      cell: ({ expiresAt }) => (expiresAt ? format.instant(expiresAt) : t('keys.neverExpires')),
    },
    {
      key: 'note',
      title: t('keys.note'),
      cell: ({ note }) => <span className="block max-w-60 truncate">{note}</span>,
    },
    { key: 'created', title: t('account.createdAt'), cell: ({ createdAt }) => format.date(createdAt) },
  ]
  return (
    <Table
      label={t('admin.keys')}
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      selection={{ chosen, onChange: onChoose, nameOf: (id) => t('table.choose', { name: codeOf(id) }) }}
      acts={(key) => (
        <button
          type="button"
          className="btn-icon pointer-coarse:size-11"
          aria-label={t('keys.editCode', { code: key.code })}
          onClick={() => onEdit(key)}
        >
          <IconPencil size={18} aria-hidden />
        </button>
      )}
    />
  )
}
