import type { MoveReason } from '@koedana/contract/import-reasons.ts'
import type { MoveOptions } from '@koedana/contract/server-import.ts'
import { type Task, type TaskItemKind, taskItemKinds } from '@koedana/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { taskItemsQuery } from '../tasks/tasks-query.tsx'
import { useMovingWords } from './move-orders.ts'

export function WithMovingWords({ children }: { readonly children: ReactNode }) {
  useMovingWords()
  return children
}

/** Shows the planned or imported items by kind, and the items without a match with their reason. */
export function MoveReport({ task, isDry }: { readonly task: Task; readonly isDry: boolean }) {
  const t = useT()
  const format = useFormat()
  const came = isDry ? 'planned' : 'added'
  const countOf = (thing: TaskItemKind, outcome: string) =>
    task.summary[thing === 'works' ? outcome : `${thing}.${outcome}`] ?? 0
  const columns = [came, 'unchanged', 'skipped'] as const
  const rows = taskItemKinds.filter((thing) => columns.some((outcome) => countOf(thing, outcome) > 0))
  if (rows.length === 0) return <p className="text-sm text-mut">{t('moving.nothing')}</p>
  return (
    <Table<TaskItemKind>
      label={t(isDry ? 'moving.planned' : 'moving.done')}
      columns={[
        { key: 'thing', title: t('moving.col_thing'), cell: (thing) => t(`taskThing.${thing}`) },
        ...columns.map(
          (outcome): Column<TaskItemKind> => ({
            key: outcome,
            title: t(`moving.col_${outcome}`),
            cell: (thing) => format.number(countOf(thing, outcome)),
            isNumber: true,
          }),
        ),
      ]}
      rows={rows}
      keyOf={(thing) => thing}
    />
  )
}

/** Shows rows without a match by reason, with the first row of each; the task report lists all of them. */
export function UnmatchedRows({ task }: { readonly task: Task }) {
  const t = useT()
  const { data } = useQuery(taskItemsQuery(task.id, { outcome: 'skipped', page: 1 }))
  if (!data) return <Skeleton className="h-24 w-full rounded-card!" />
  if (data.total === 0) return null
  const reasons = Map.groupBy(data.items, ({ reason }) => reason)
  const left = data.total - data.items.length
  return (
    <section aria-label={t('moving.missed')} className="flex flex-col gap-3">
      <h2 className="text-[17px] font-semibold tracking-tight">{t('moving.missed')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {[...reasons].map(([reason, items]) => (
          <li key={reason} className="px-4 py-3">
            <p className="text-sm font-medium">{reason && t(`taskReason.${reason}`)}</p>
            <p className="mt-1 text-[13px] wrap-anywhere text-mut">
              {items.map(({ item }) => item).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-[13px] text-mut">{t('moving.missedMore', { count: left })}</p>}
      <Link to="/admin/tasks/$taskId" params={{ taskId: task.id }} className="btn self-start">
        {t('moving.report')}
      </Link>
    </section>
  )
}

const withMapping: Partial<Record<MoveReason, 'roots' | 'names'>> = {
  folderNotHere: 'roots',
  folderRefused: 'roots',
  nameRefused: 'names',
  nameTaken: 'names',
}

interface FixableRow {
  readonly kind: 'roots' | 'names'
  readonly name: string
}

const fixableReasons: ReadonlyMap<string, FixableRow['kind']> = new Map(Object.entries(withMapping))

export interface FixMappingsProps {
  readonly task: Task
  readonly options: MoveOptions
  readonly onAgain: (options: MoveOptions) => void
}

/** Maps folders and accounts of the other server to those here, and starts another dry run. */
export function FixMappings({ task, options, onAgain }: FixMappingsProps) {
  const t = useT()
  const { data } = useQuery(taskItemsQuery(task.id, { outcome: 'skipped', page: 1 }))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const wrong = (data?.items ?? []).flatMap(({ name, reason }): FixableRow[] => {
    const kind = fixableReasons.get(reason ?? '')
    return kind && name !== null ? [{ kind, name }] : []
  })
  if (wrong.length === 0) return null
  const said = (kind: FixableRow['kind']) =>
    wrong.flatMap((one) => {
      const text = typed[`${kind} ${one.name}`]?.trim() ?? ''
      return one.kind === kind && text !== '' ? [{ name: one.name, text }] : []
    })
  const roots = said('roots').map(({ name, text }) => ({ name, path: text }))
  const names = said('names').map(({ name, text }) => ({ old: name, name: text }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = (all: readonly { name: string }[]) => new Set(all.map(({ name }) => name))
    const keptRoots = (options.roots ?? []).filter(({ name }) => !known(roots).has(name))
    const keptNames = (options.names ?? []).filter(({ old }) => !names.some((one) => one.old === old))
    onAgain({
      ...options,
      dryRun: true,
      roots: [...keptRoots, ...roots],
      names: [...keptNames, ...names],
    })
  }
  return (
    <form className="flex max-w-2xl flex-col gap-4" onSubmit={submit} noValidate>
      <h2 className="text-[17px] font-semibold tracking-tight">{t('moving.mend')}</h2>
      {wrong.map(({ kind, name }) => (
        <Field
          key={`${kind} ${name}`}
          label={t(kind === 'roots' ? 'moving.mendRoot' : 'moving.mendName', { name })}
          spellCheck={false}
          value={typed[`${kind} ${name}`] ?? ''}
          onChange={({ target }) => setTyped((before) => ({ ...before, [`${kind} ${name}`]: target.value }))}
        />
      ))}
      <button
        type="submit"
        className="btn self-start pointer-coarse:h-11"
        disabled={roots.length + names.length === 0}
      >
        {t('moving.lookAgain')}
      </button>
    </form>
  )
}
