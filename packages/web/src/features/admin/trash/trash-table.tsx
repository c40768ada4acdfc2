import {
  emptyTrash,
  listTrash,
  restoreTrash,
  type Trashed,
  type trashedKinds,
} from '@koedana/contract/trash.ts'
import { IconRestore, IconTrashX } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { type Column, type Selection, Table } from '../../../ui/table.tsx'

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

export interface ChosenTrashProps {
  readonly items: readonly Trashed[]
  readonly onDone: () => void
}

/** The acts on the selected items: only what cannot be taken back needs a confirmation. */
export function ChosenTrash({ items, onDone }: ChosenTrashProps) {
  const t = useT()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const count = items.length
  const body = { items: items.map(({ kind, id }) => ({ kind, id })) }
  const after = (done: Promise<string>) =>
    void done
      .then((sentence) => {
        notify(sentence, 'positive')
        onDone()
      })
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: trashKey }))
  const restore = async () => t('message.restored', { count: (await call(restoreTrash, { body })).restored })
  const remove = async () => t('message.removed', { count: (await call(emptyTrash, { body })).removed })
  return (
    <>
      <button type="button" className="btn" onClick={() => after(restore())}>
        <IconRestore size={16} aria-hidden />
        {t('trash.restore', { count })}
      </button>
      <button type="button" className="btn text-neg" onClick={() => setAsking(true)}>
        <IconTrashX size={16} aria-hidden />
        {t('trash.remove', { count })}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('trash.removeTitle', { count })}
            act={t('trash.remove', { count })}
            onAct={() => after(remove())}
            onClose={() => setAsking(false)}
          >
            {t('trash.removeHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** The trash as the dashboard asks for it. */
export const trashPerPage = 50
const trashKey = ['admin', 'trash'] as const

export type TrashedKind = (typeof trashedKinds)[number]

export interface TrashSearch {
  readonly kind: TrashedKind | undefined
  readonly page: number
}

export const trashQuery = ({ kind, page }: TrashSearch) =>
  queryOptions({
    queryKey: [...trashKey, kind, page],
    queryFn: ({ signal }) => call(listTrash, { query: { kind, page, pageSize: trashPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** A work and a file may have the same id. */
export const keyOfTrashed = ({ kind, id }: Pick<Trashed, 'kind' | 'id'>): string => `${kind} ${id}`
