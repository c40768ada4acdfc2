import { type Task, type TaskItem, type TaskOutcome, taskOutcomes } from '@koedana/contract/tasks.ts'
import { page, TaskKind, TaskStatus, taskKinds, taskStatuses } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { useSearchState } from '../../../lib/use-search-state.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { type Column, Table, TableSkeleton } from '../../../ui/table.tsx'
import { SectionHead } from '../section-head.tsx'
import { phaseOf } from './task.rules.ts'
import { ItemName } from './task-status.tsx'
import { itemsPerPage, taskItemsQuery, tasksPerPage, tasksQuery } from './tasks-query.tsx'
import { TasksTable } from './tasks-table.tsx'

const Address = v.object({
  kind: v.optional(TaskKind),
  status: v.optional(TaskStatus),
  page: v.optional(page),
})

export function TaskHistory({ refetchInterval }: { readonly refetchInterval: number | false }) {
  const t = useT()
  const [{ kind, status, page = 1 }, change] = useSearchState(Address)
  const { data, error, refetch } = useQuery({ ...tasksQuery({ kind, status, page }), refetchInterval })
  const isFiltered = kind !== undefined || status !== undefined
  return (
    <section>
      <SectionHead title={t('tasks.history')} help={data && t('tasks.count', { count: data.total })}>
        <SelectMenu
          label={t('tasks.kind')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('tasks.everyKind') },
            ...taskKinds.map((value) => ({ value, label: t(`taskKind.${value}`) })),
          ]}
          onChange={(next) => change({ kind: next || undefined, page: undefined })}
        />
        <SelectMenu
          label={t('users.status')}
          value={status ?? ''}
          options={[
            { value: '', label: t('tasks.everyStatus') },
            ...taskStatuses.map((value) => ({ value, label: t(`taskStatus.${value}`) })),
          ]}
          onChange={(next) => change({ status: next || undefined, page: undefined })}
        />
      </SectionHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyState title={isFiltered ? t('table.nothing') : t('tasks.none')}>
          {!isFiltered && <p>{t('tasks.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <TasksTable tasks={data.items} />
          <Pager
            page={page}
            pageSize={tasksPerPage}
            total={data.total}
            onChange={(next) => change({ page: next })}
          />
        </>
      )}
    </section>
  )
}

/** Lists the notable items of a task by outcome, with the reason. */
export function TaskItems({
  task,
  refetchInterval,
}: {
  readonly task: Task
  readonly refetchInterval: number | false
}) {
  const t = useT()
  const [outcome, setOutcome] = useState<TaskOutcome | ''>('')
  const [page, setPage] = useState(1)
  const requested = { outcome: outcome || undefined, page }
  const { data, error, refetch } = useQuery({ ...taskItemsQuery(task.id, requested), refetchInterval })
  return (
    <section>
      <SectionHead title={t('tasks.items')} help={data && t('tasks.itemCount', { count: data.total })}>
        <SelectMenu
          label={t('tasks.outcome')}
          value={outcome}
          options={[
            { value: '', label: t('tasks.everyOutcome') },
            ...taskOutcomes.map((value) => ({ value, label: t(`taskOutcome.${value}`) })),
          ]}
          onChange={(next) => {
            setOutcome(next)
            setPage(1)
          }}
        />
      </SectionHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-60 w-full rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState title={outcome ? t('table.nothing') : t('tasks.itemsNone')}>
          {!outcome && <p>{t('tasks.itemsNoneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <ItemsTable task={task} items={data.items} />
          <Pager page={page} pageSize={itemsPerPage} total={data.total} onChange={setPage} />
        </>
      )}
    </section>
  )
}

function ItemsTable({ task, items }: { readonly task: Task; readonly items: readonly TaskItem[] }) {
  const t = useT()
  const format = useFormat()
  const columns: readonly Column<TaskItem>[] = [
    { key: 'item', title: t('tasks.item'), cell: (item) => <ItemName item={item} /> },
    {
      key: 'outcome',
      title: t('tasks.outcome'),
      cell: ({ outcome }) => (
        <span className={outcome === 'failed' ? 'text-neg' : undefined}>{t(`taskOutcome.${outcome}`)}</span>
      ),
    },
    {
      key: 'reason',
      title: t('tasks.reason'),
      cell: ({ reason }) => (reason === null ? '' : t(`taskReason.${reason}`)),
    },
    {
      key: 'phase',
      title: t('tasks.phase'),
      cell: ({ phase: reported }) => {
        const phase = phaseOf({ kind: task.kind, phase: reported })
        return <span className="text-mut">{phase ? t(`taskPhase.${phase}`) : reported}</span>
      },
    },
    {
      key: 'at',
      title: t('tasks.at'),
      cell: ({ at }) => <span className="text-mut">{format.instant(at)}</span>,
    },
  ]
  return (
    <Table
      label={t('tasks.items')}
      columns={columns}
      rows={items}
      keyOf={({ phase, item, at }) => `${phase} ${item} ${at}`}
    />
  )
}
