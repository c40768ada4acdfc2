/** Tasks as the dashboard asks for them. */
import {
  cancelTask,
  getTask,
  getTaskLog,
  listTaskItems,
  listTasks,
  type Task,
  type TaskLine,
  type TaskOutcome,
} from '@koedana/contract/tasks.ts'
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { latestKey, tasksKey } from './start-task.ts'
import { mergeLines } from './task.rules.ts'

export const tasksPerPage = 10
export const itemsPerPage = 50
/** The interval of polling while no stream reports changes. */
export const pollMs = 3_000
const linesPerCall = 200

export const taskListsKey = [...tasksKey, 'list'] as const
export const taskKey = (id: string) => [...tasksKey, 'one', id] as const
export const taskLogKey = (id: string) => [...tasksKey, 'log', id] as const

export interface TasksSearch {
  readonly kind: TaskKind | undefined
  readonly status: TaskStatus | undefined
  readonly page: number
}

export const tasksQuery = ({ kind, status, page }: TasksSearch) =>
  queryOptions({
    queryKey: [...taskListsKey, kind, status, page],
    queryFn: ({ signal }) =>
      call(listTasks, { query: { kind, status, page, pageSize: tasksPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** One of a kind is at work at most, so the latest is that one or the last that was. Null: there was none yet. */
export const latestQuery = (kind: TaskKind) =>
  queryOptions({
    queryKey: latestKey(kind),
    queryFn: async ({ signal }) => {
      const { items } = await call(listTasks, { query: { kind, page: 1, pageSize: 1 } }, signal)
      return items[0] ?? null
    },
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: taskKey(id),
    queryFn: ({ signal }) => call(getTask, { params: { id } }, signal),
  })

export interface ItemsSearch {
  readonly outcome: TaskOutcome | undefined
  readonly page: number
}

export const taskItemsQuery = (id: string, { outcome, page }: ItemsSearch) =>
  queryOptions({
    queryKey: [...tasksKey, 'items', id, outcome, page],
    queryFn: ({ signal }) =>
      call(listTaskItems, { params: { id }, query: { outcome, page, pageSize: itemsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** Goes on after the last line that is known already. */
export const taskLogQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: taskLogKey(id),
    queryFn: async ({ signal }) => {
      let lines = client.getQueryData<readonly TaskLine[]>(taskLogKey(id)) ?? []
      for (;;) {
        const query = { after: lines.at(-1)?.seq }
        const response = await call(getTaskLog, { params: { id }, query }, signal)
        lines = mergeLines(lines, response.lines)
        if (response.lines.length < linesPerCall) return lines
      }
    },
  })

/** Whether a clean task was held back because too much would have been lost: its disks say so one by one. */
export const brakeQuery = (id: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'brake', id],
    queryFn: async ({ signal }) => {
      const query = { outcome: 'skipped', page: 1, pageSize: 100 } as const
      const { items } = await call(listTaskItems, { params: { id }, query }, signal)
      return items.some(({ reason }) => reason === 'massLoss')
    },
  })

/** Asks first, as the specification wants it of cancelling. */
export function CancelTask({ task }: { readonly task: Task }) {
  const t = useT()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const kind = t(`taskKind.${task.kind}`)
  const cancel = () =>
    void call(cancelTask, { params: { id: task.id } })
      .then(() => notify(t('message.cancellationRequested'), 'positive'))
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: tasksKey }))
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-label={task.status === 'stopping' ? undefined : t('tasks.cancelName', { kind })}
        disabled={task.status === 'stopping'}
        onClick={() => setAsking(true)}
      >
        <IconPlayerStop size={16} aria-hidden />
        {task.status === 'stopping' ? t('taskStatus.stopping') : t('common.cancel')}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('tasks.cancelTitle', { kind })}
            act={t('tasks.cancel')}
            dismiss={t('tasks.notNow')}
            onAct={cancel}
            onClose={() => setAsking(false)}
          >
            {t('tasks.cancelHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
