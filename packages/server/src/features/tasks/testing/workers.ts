/** Starts several workers of one process over a database, with one task at a time. */
import type { TaskKind } from '@koedana/contract/values.ts'
import { expect } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { type Message, storedText } from '../../../lib/messages/messages.rules.ts'
import type { Job, RunKind } from '../run/job.ts'
import { insertTask, type TaskRow } from '../task.store.ts'
import { createTasks, type Tasks } from '../tasks.ts'

export interface Workers {
  /** Starts another worker that uses this implementation for every kind. */
  readonly start: (kind: RunKind, leaseMs?: number, graceMs?: number) => Tasks
  /** A message if the disk has not enough space for bulk work. */
  readonly shortage: { message: Message<'disk.short'> | undefined }
  readonly order: (kind?: TaskKind) => Promise<TaskRow>
  readonly rowOf: (id: string) => Promise<TaskRow>
  readonly become: (id: string, status: TaskRow['status']) => Promise<void>
  readonly doneOf: (id: string) => Promise<number>
  readonly linesOf: (taskKey: number) => Promise<string[]>
  readonly stop: () => Promise<void>
}

export function workersOf({ read: db, write }: Database): Workers {
  const started: Tasks[] = []
  const shortage: Workers['shortage'] = { message: undefined }
  const isShort = async () => shortage.message
  const rowOf = (id: string) =>
    db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    start: (kind, leaseMs = 2_000, graceMs = 5_000) => {
      const kinds = {
        sync_works: kind,
        refresh_works: kind,
        clean_works: kind,
        measure_sounds: kind,
        make_backup: kind,
        move_in: kind,
      }
      const log = createLog('silent')
      const tasks = createTasks({ db, write, now, log, kinds, leaseMs, graceMs, isShort })
      tasks.start()
      started.push(tasks)
      return tasks
    },
    shortage,
    order: async (kind = 'sync_works') => {
      const at = now().toISOString()
      const requested = { kind, options: {}, userKey: null, retryOfKey: null, at } as const
      const row = await insertTask(write, requested)
      if (!row) throw new Error('a task was at work')
      return row
    },
    rowOf,
    become: (id, status) => expect.poll(async () => (await rowOf(id)).status).toBe(status),
    doneOf: async (id) => (await rowOf(id)).done,
    linesOf: async (taskKey) => {
      const lines = db.selectFrom('task_line').select('text').where('task_key', '=', taskKey)
      return (await lines.orderBy('key').execute()).map(({ text }) => storedText(text, 'en-US'))
    },
    stop: async () => {
      await Promise.all(started.splice(0).map((tasks) => tasks.stop()))
    },
  }
}

const now = () => new Date()

export const stepTo = (job: Job, next: number) =>
  job.step(async () => ({ phase: 'records', checkpoint: { next }, done: 1, counts: { updated: 1 } }))

export const waitForAbort = ({ signal }: Job) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
