/** Where the telling of tasks stands: each poll answers what is new since the one before. */
import type { Task, TaskLineOfTask } from '@koedana/contract/tasks.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/schema.ts'
import { taskOf } from './lifecycle.rules.ts'
import { latestLine, listLinesAfter, listRecentTasks } from './task-list.store.ts'

export interface FeedCursor {
  readonly poll: () => Promise<{ readonly tasks: readonly Task[]; readonly lines: readonly TaskLineOfTask[] }>
  /** The tasks as they were at the last poll. */
  readonly known: () => readonly Task[]
}

export interface CursorSources {
  readonly db: Db
  readonly now: () => Date
}

/** One that ended is looked at for so long. */
const recentMs = 60_000
/** Far more than are looked at: a server runs for years, and its tasks are many. */
const mostTasks = 1_000

export function createFeedCursor({ db, now }: CursorSources): FeedCursor {
  let known = new Map<string, { readonly task: Task; readonly json: string }>()
  const lastLines = new LRUCache<number, number>({ max: mostTasks })
  let firstLine: number | undefined

  return {
    known: () => Array.from(known.values(), ({ task }) => task),
    poll: async () => {
      firstLine ??= await latestLine(db)
      const before = known
      const at = now()
      const rows = await listRecentTasks(db, new Date(at.getTime() - recentMs).toISOString())
      const after = firstLine
      const cursors = rows.map(({ key }) => ({ taskKey: key, after: lastLines.get(key) ?? after }))
      const lines = await listLinesAfter(db, cursors)
      for (const line of lines) lastLines.set(line.task_key, line.seq)
      const seen = rows.toReversed().map((row) => {
        const task = taskOf(row, at)
        return { task, json: JSON.stringify(task) }
      })
      known = new Map(seen.map((one) => [one.task.id, one]))
      const ids = new Map(rows.map(({ key, id }) => [key, id]))
      return {
        tasks: seen.filter(({ task, json }) => before.get(task.id)?.json !== json).map(({ task }) => task),
        lines: lines.map(({ task_key, ...line }) => ({ task: ids.get(task_key) ?? '', ...line })),
      }
    },
  }
}
