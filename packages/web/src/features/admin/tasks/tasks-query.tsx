/** Queries, actions and live updates of tasks, for the dashboard and the command palette. */
import {
  cancelTask,
  createTask,
  followTasks,
  getTask,
  getTaskLog,
  listTaskItems,
  listTasks,
  type Task,
  type TaskLine,
  type TaskOrder,
  type TaskOutcome,
} from '@koedana/contract/tasks.ts'
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { openEvents } from '../../../domain/open-events.ts'
import { parseTaskEvent } from '../../../domain/task-events.rules.ts'
import { followEvents } from '../../../lib/follow-events.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { whileVisible } from '../../../lib/while-visible.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { schedulesKey } from '../schedules/schedules-query.ts'
import { isAtWork, mergeLines, moreRecentTask } from './task.rules.ts'

/** The prefix of all query keys of tasks, to invalidate them together. */
export const tasksKey = ['admin', 'tasks'] as const
export const latestKey = (kind: TaskKind) => [...tasksKey, 'latest', kind] as const

/** Starts a task and returns it. On failure it shows a notice and throws. */
export async function startTask(order: TaskOrder): Promise<Task> {
  try {
    const task = await call(createTask, { body: order })
    notify(translate(startedMessages[order.kind]), 'positive')
    queryClient.setQueryData(latestKey(order.kind), task)
    return task
  } finally {
    // Also after a failure: a task of another administrator may be running.
    void queryClient.invalidateQueries({ queryKey: tasksKey })
  }
}

const startedMessages = {
  sync_works: 'message.syncCreated',
  refresh_works: 'message.refreshCreated',
  clean_works: 'message.cleanCreated',
  measure_sounds: 'taskKind.measure_sounds',
  make_backup: 'taskKind.make_backup',
} as const

export const tasksPerPage = 10
export const itemsPerPage = 50
/** The polling interval while there is no event stream. */
const pollMs = 3_000
const linesPerCall = 200

const taskListsKey = [...tasksKey, 'list'] as const
const taskKey = (id: string) => [...tasksKey, 'one', id] as const
const taskLogKey = (id: string) => [...tasksKey, 'log', id] as const

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

/** Returns the latest task of a kind; null if there was none. At most one task per kind runs at a time. */
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

/** Continues after the last known line. */
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

/** Returns whether the safety limit held back a clean task, as its storages report. */
export const safetyLimitQuery = (id: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'brake', id],
    queryFn: async ({ signal }) => {
      const query = { outcome: 'skipped', page: 1, pageSize: 100 } as const
      const { items } = await call(listTaskItems, { params: { id }, query }, signal)
      return items.some(({ reason }) => reason === 'massLoss')
    },
  })

/** Asks for confirmation before a task is stopped, as the specification requires. */
export function CancelTask({ task }: { readonly task: Task }) {
  const t = useT()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
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
        onClick={() => setConfirming(true)}
      >
        <IconPlayerStop size={16} aria-hidden />
        {task.status === 'stopping' ? t('taskStatus.stopping') : t('common.cancel')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('tasks.cancelTitle', { kind })}
            act={t('tasks.cancel')}
            dismiss={t('tasks.notNow')}
            onAct={cancel}
            onClose={() => setConfirming(false)}
          >
            {t('tasks.cancelHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** Keeps all cached tasks up to date while the page is visible. Returns the polling interval: false while the event stream is live. */
export function useLiveTasks(): number | false {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const keep = createTaskUpdater(client)
    return whileVisible((signal) => {
      const onLive = (live: boolean) => {
        setLive(live)
        // Events may have been missed while there was no stream.
        if (!live) return
        void client.invalidateQueries({ queryKey: tasksKey })
        void client.invalidateQueries({ queryKey: schedulesKey })
      }
      signal.addEventListener('abort', () => setLive(false))
      void followEvents({ open, signal, onLive, onEvent: (event) => keep(parseTaskEvent(event)) })
    })
  }, [client])
  return isLive ? false : pollMs
}

const open = (signal: AbortSignal) => openEvents(followTasks.path, signal)

function createTaskUpdater(client: QueryClient): (news: ReturnType<typeof parseTaskEvent>) => void {
  const statuses = new Map<string, TaskStatus>()
  return (news) => {
    if (!news) return
    if (news.about === 'line') {
      client.setQueryData<readonly TaskLine[]>(taskLogKey(news.taskId), (known) =>
        known ? mergeLines(known, [news.line]) : undefined,
      )
      return
    }
    const { task } = news
    updateCachedTask(client, task)
    // The lists and the report only change when the status changes.
    if (statuses.get(task.id) === task.status) return
    statuses.set(task.id, task.status)
    void client.invalidateQueries({ queryKey: isAtWork(task) ? taskListsKey : tasksKey })
    // The schedule has a new last and next run.
    if (task.startedBy === null) void client.invalidateQueries({ queryKey: schedulesKey })
  }
}

interface TaskPage {
  readonly items: readonly Task[]
}

function updateCachedTask(client: QueryClient, task: Task): void {
  client.setQueryData<Task>(taskKey(task.id), (known) => known && moreRecentTask(known, task))
  client.setQueryData<Task | null>(latestKey(task.kind), (known) => {
    if (known && known.createdAt > task.createdAt) return known
    return moreRecentTask(known ?? undefined, task)
  })
  client.setQueriesData<TaskPage>({ queryKey: taskListsKey }, (page) =>
    page?.items.some(({ id }) => id === task.id)
      ? {
          ...page,
          items: page.items.map((known) => (known.id === task.id ? moreRecentTask(known, task) : known)),
        }
      : page,
  )
}
