import { type Key, type KeySort, listKeys } from '@koedana/contract/access-keys.ts'
import { type KeyState, keyStates } from '@koedana/contract/values.ts'
import { IconCircleCheck, IconCircleMinus, IconClockX, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { type Column, type Selection, Table } from '../../../ui/table.tsx'
import { siteSettingsQuery } from '../site-settings/settings-section.tsx'

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
      cell: ({ note }) => (
        <span className="inline max-w-60 overflow-hidden text-ellipsis sm:block">{note || '–'}</span>
      ),
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

/** Shows the state as text with an icon, not by color only. */
function KeyStateMark({ state }: { readonly state: KeyState }) {
  const t = useT()
  const { icon: Icon, className } = looks[state]
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 align-middle text-[13px] font-medium', className)}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {t(`keyState.${state}`)}
    </span>
  )
}

const looks: Readonly<Record<KeyState, { readonly icon: typeof IconClockX; readonly className: string }>> = {
  usable: { icon: IconCircleCheck, className: 'text-pos' },
  used_up: { icon: IconCircleMinus, className: 'text-mut' },
  expired: { icon: IconClockX, className: 'text-neg' },
}

export interface KeyStateMenuProps {
  /** Empty for all states. */
  readonly value: KeyState | ''
  readonly onChange: (state: KeyState | '') => void
}

export function KeyStateMenu({ value, onChange }: KeyStateMenuProps) {
  const t = useT()
  return (
    <SelectMenu
      label={t('users.status')}
      value={value}
      options={[
        { value: '', label: t('tasks.everyStatus') },
        ...keyStates.map((state) => ({ value: state, label: t(`keyState.${state}`) })),
      ]}
      onChange={onChange}
    />
  )
}

export const keysPerPage = 50

export interface KeysSearch {
  readonly q: string
  readonly state: KeyState | undefined
  readonly sort: KeySort
  readonly page: number
}

export const keysKey = ['admin', 'keys'] as const

export const keysQuery = ({ q, state, sort, page }: KeysSearch) =>
  queryOptions({
    queryKey: [...keysKey, q, state, sort, page],
    queryFn: ({ signal }) =>
      call(listKeys, { query: { q, state, sort, page, pageSize: keysPerPage } }, signal),
    placeholderData: keepPreviousData,
  })
