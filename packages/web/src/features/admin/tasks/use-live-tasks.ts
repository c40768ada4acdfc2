import { followTasks, type Task, type TaskLine } from '@koedana/contract/tasks.ts'
import type { TaskStatus } from '@koedana/contract/values.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openEvents } from '../../../domain/open-events.ts'
import { taskNews } from '../../../domain/task-events.rules.ts'
import { followEvents } from '../../../lib/follow-events.ts'
import { whileVisible } from '../../../lib/while-visible.ts'
import { schedulesKey } from '../schedules/schedules-query.ts'
import { latestKey, tasksKey } from './start-task.ts'
import { isAtWork, later, mergeLines } from './task.rules.ts'
import { pollMs, taskKey, taskListsKey, taskLogKey } from './tasks-query.tsx'

/**
 * Keeps everything that is known of tasks up to date while the page is seen. Returns how often to poll: never while the
 * stream is live, else every few seconds.
 */
export function useLiveTasks(): number | false {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const keep = keepUpToDate(client)
    return whileVisible((signal) => {
      const onLive = (live: boolean) => {
        setLive(live)
        // What happened while nobody listened.
        if (!live) return
        void client.invalidateQueries({ queryKey: tasksKey })
        void client.invalidateQueries({ queryKey: schedulesKey })
      }
      signal.addEventListener('abort', () => setLive(false))
      void followEvents({ open, signal, onLive, onEvent: (event) => keep(taskNews(event)) })
    })
  }, [client])
  return isLive ? false : pollMs
}

const open = (signal: AbortSignal) => openEvents(followTasks.path, signal)

function keepUpToDate(client: QueryClient): (news: ReturnType<typeof taskNews>) => void {
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
    keepTask(client, task)
    // The tasks that a list holds, and what a report says, only change with a status.
    if (statuses.get(task.id) === task.status) return
    statuses.set(task.id, task.status)
    void client.invalidateQueries({ queryKey: isAtWork(task) ? taskListsKey : tasksKey })
    // Its schedule says by now when it started, and when it does next.
    if (task.startedBy === null) void client.invalidateQueries({ queryKey: schedulesKey })
  }
}

interface TaskPage {
  readonly items: readonly Task[]
}

function keepTask(client: QueryClient, task: Task): void {
  client.setQueryData<Task>(taskKey(task.id), (known) => known && later(known, task))
  client.setQueryData<Task | null>(latestKey(task.kind), (known) => {
    if (known && known.createdAt > task.createdAt) return known
    return later(known ?? undefined, task)
  })
  client.setQueriesData<TaskPage>({ queryKey: taskListsKey }, (page) =>
    page?.items.some(({ id }) => id === task.id)
      ? { ...page, items: page.items.map((known) => (known.id === task.id ? later(known, task) : known)) }
      : page,
  )
}
