import { deleteKeys, type Key, KeySort, keySorts } from '@koedana/contract/access-keys.ts'
import { KeyState, page } from '@koedana/contract/values.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import {
  KeyStateMenu,
  KeysTable,
  keysKey,
  keysPerPage,
  keysQuery,
} from '../../features/admin/keys/keys-table.tsx'
import { TableHead } from '../../features/admin/table-head.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { useT } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { TableSkeleton } from '../../ui/table.tsx'

const KeyDialog = lazy(() =>
  import('../../features/admin/keys/key-dialog.tsx').then(({ KeyDialog }) => ({ default: KeyDialog })),
)

const Address = v.object({
  q: v.optional(v.string()),
  state: v.optional(KeyState),
  sort: v.optional(KeySort),
  page: v.optional(page),
})
const noKeys: ReadonlySet<string> = new Set()

export function KeysPage() {
  const t = useT()
  const [{ q = '', state, sort = 'createdAtDesc', page = 1 }, change] = useSearchState(Address)
  const [chosen, setChosen] = useState(noKeys)
  const [editing, setEditing] = useState<Key | 'new'>()
  const { data, error, refetch } = useQuery(keysQuery({ q, state, sort, page }))
  useDocumentTitle(t('admin.keys'))
  const go = (patch: Parameters<typeof change>[0]) => {
    change({ page: undefined, ...patch })
    setChosen(noKeys)
  }
  const isFiltered = q !== '' || state !== undefined
  return (
    <>
      <TableHead
        title={t('admin.keys')}
        total={data ? t('keys.count', { count: data.total }) : ''}
        q={q}
        onSearch={(next) => go({ q: next || undefined })}
        sort={sort}
        sorts={keySorts.map((value) => ({ value, label: t(`keys.sort.${value}`) }))}
        onSort={(next) => change({ sort: next })}
        create={t('keys.create')}
        onCreate={() => setEditing('new')}
      >
        <KeyStateMenu value={state ?? ''} onChange={(next) => go({ state: next || undefined })} />
        {chosen.size > 0 && data && (
          <ChosenKeys keys={data.items.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(noKeys)} />
        )}
      </TableHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyState title={isFiltered ? t('table.nothing') : t('keys.none')}>
          {!isFiltered && <p>{t('keys.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <KeysTable keys={data.items} chosen={chosen} onChoose={setChosen} onEdit={setEditing} />
          <Pager
            page={page}
            pageSize={keysPerPage}
            total={data.total}
            onChange={(next) => go({ page: next })}
          />
        </>
      )}
      <Suspense>
        {editing && (
          <KeyDialog
            accessKey={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

interface ChosenKeysProps {
  readonly keys: readonly Key[]
  readonly onDone: () => void
}

function ChosenKeys({ keys, onDone }: ChosenKeysProps) {
  const t = useT()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const copy = () => copyText(keys.map(({ code }) => code).join('\n'), t('message.keysCopied'))
  const remove = () =>
    void call(deleteKeys, { query: { ids: keys.map(({ id }) => id) } })
      .then(onDone)
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: keysKey }))
  return (
    <>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => void copy()}>
        <IconCopy size={16} aria-hidden />
        {t('keys.copy', { count: keys.length })}
      </button>
      <button type="button" className="btn text-neg pointer-coarse:h-11" onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
        {t('keys.delete', { count: keys.length })}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('keys.deleteTitle', { count: keys.length })}
            act={t('keys.delete', { count: keys.length })}
            onAct={remove}
            onClose={() => setConfirming(false)}
          >
            {t('keys.deleteHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
