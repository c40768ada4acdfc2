import {
  emptyTrash,
  listTrash,
  restoreTrash,
  type TrashEntry,
  trashedKinds,
} from '@koedana/contract/trash.ts'
import { page } from '@koedana/contract/values.ts'
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { type Column, type Selection, Table, TableSkeleton } from '../../ui/table.tsx'

const nothing: ReadonlySet<string> = new Set()

const Address = v.object({ kind: v.optional(v.picklist(trashedKinds)), page: v.optional(page) })

export function TrashPage() {
  const t = useT()
  const [{ kind, page = 1 }, change] = useSearchState(Address)
  const [chosen, setChosen] = useState(nothing)
  const { data, error, refetch } = useQuery(trashQuery({ kind, page }))
  useDocumentTitle(t('admin.trash'))
  const go = (patch: Parameters<typeof change>[0]) => {
    change(patch)
    setChosen(nothing)
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-48 flex-1">
          <h1 className="text-[22px] font-bold tracking-tight">{t('admin.trash')}</h1>
          <p className="max-w-prose text-[13px] text-pretty text-mut">{t('trash.help')}</p>
        </div>
        {data && chosen.size > 0 && (
          <ChosenTrash
            items={data.items.filter((item) => chosen.has(keyOfTrashed(item)))}
            onDone={() => go({ page: undefined })}
          />
        )}
        <SelectMenu
          label={t('trash.kind')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('trash.everyKind') },
            ...trashedKinds.map((value) => ({ value, label: t(`trashedKind.${value}`) })),
          ]}
          onChange={(next) => go({ kind: next || undefined, page: undefined })}
        />
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyState
          title={kind ? t('table.nothing') : t('trash.none')}
          icon={<IconTrash size={26} aria-hidden />}
        >
          {!kind && <p>{t('trash.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <TrashTable items={data.items} chosen={chosen} onChoose={setChosen} />
          <Pager
            page={page}
            pageSize={trashPerPage}
            total={data.total}
            onChange={(next) => go({ page: next })}
          />
        </>
      )}
    </>
  )
}

interface TrashTableProps {
  readonly items: readonly TrashEntry[]
  readonly chosen: Selection['chosen']
  readonly onChoose: Selection['onChange']
}

function TrashTable({ items, chosen, onChoose }: TrashTableProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = (key: string) => items.find((item) => keyOfTrashed(item) === key)?.name ?? ''
  const columns: readonly Column<TrashEntry>[] = [
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

interface ChosenTrashProps {
  readonly items: readonly TrashEntry[]
  readonly onDone: () => void
}

/** The actions on the selected items: only irreversible ones need a confirmation. */
function ChosenTrash({ items, onDone }: ChosenTrashProps) {
  const t = useT()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
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
      <button type="button" className="btn text-neg" onClick={() => setConfirming(true)}>
        <IconTrashX size={16} aria-hidden />
        {t('trash.remove', { count })}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('trash.removeTitle', { count })}
            act={t('trash.remove', { count })}
            onAct={() => after(remove())}
            onClose={() => setConfirming(false)}
          >
            {t('trash.removeHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

const trashPerPage = 50

const trashKey = ['admin', 'trash'] as const

type TrashedKind = (typeof trashedKinds)[number]

interface TrashSearch {
  readonly kind: TrashedKind | undefined
  readonly page: number
}

const trashQuery = ({ kind, page }: TrashSearch) =>
  queryOptions({
    queryKey: [...trashKey, kind, page],
    queryFn: ({ signal }) => call(listTrash, { query: { kind, page, pageSize: trashPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** Includes the kind, because a work and a file may have the same ID. */
const keyOfTrashed = ({ kind, id }: Pick<TrashEntry, 'kind' | 'id'>): string => `${kind} ${id}`
