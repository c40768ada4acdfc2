import type { Trashed } from '@koedana/contract/trash.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { type Column, type Selection, Table } from '../../../ui/table.tsx'
import { keyOfTrashed } from './trash-query.ts'

export interface TrashTableProps {
  readonly items: readonly Trashed[]
  readonly chosen: Selection['chosen']
  readonly onChoose: Selection['onChange']
}

export function TrashTable({ items, chosen, onChoose }: TrashTableProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = (key: string) => items.find((item) => keyOfTrashed(item) === key)?.name ?? ''
  const columns: readonly Column<Trashed>[] = [
    {
      key: 'name',
      title: t('trash.name'),
      cell: ({ name }) => (
        <span lang="ja" className="block max-w-96 truncate font-medium" title={name}>
          {name}
        </span>
      ),
    },
    { key: 'kind', title: t('trash.kind'), cell: ({ kind }) => t(`trashedKind.${kind}`) },
    {
      key: 'work',
      title: t('trash.work'),
      cell: ({ workId }) => <code className="text-[13px]">{workId}</code>,
    },
    { key: 'trashed', title: t('trash.trashedAt'), cell: ({ trashedAt }) => format.instant(trashedAt) },
    { key: 'removed', title: t('trash.removedAfter'), cell: ({ removedAfter }) => format.date(removedAfter) },
  ]
  return (
    <Table
      label={t('admin.trash')}
      columns={columns}
      rows={items}
      keyOf={keyOfTrashed}
      selection={{ chosen, onChange: onChoose, nameOf: (key) => t('table.choose', { name: nameOf(key) }) }}
    />
  )
}
