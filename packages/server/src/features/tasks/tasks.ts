/** Runs the tasks and schedules of this process. A due schedule starts one task, however many processes see it. */

import type { SyncOptions } from '@koedana/contract/tasks.ts'
import { writeInTurn } from '../../db/changes.ts'
import { outsideRequest } from '../../db/request-limit.ts'
import type { Db } from '../../db/schema.ts'
import type { SpaceShortageCheck } from '../../lib/free-space.ts'
import type { Log } from '../../lib/log.ts'
import { hasUnscanned } from '../library/scan/storages.store.ts'
import { createRunner, type TaskKinds } from './run/runner.ts'
import { isDue, orderOf, type ScheduleRow } from './schedules/schedule.rules.ts'
import { changeSchedule, claimDueTime, listEnabledSchedules } from './schedules/schedules.store.ts'
import { insertTask, type NewTask } from './task.store.ts'
import { createTaskFeed, type TaskFeed } from './watch/task-feed.ts'

export interface Tasks {
  readonly start: () => void
  /** Stops the worker. Running tasks continue after the next start. */
  readonly stop: () => Promise<void>
  /** Checks for new or canceled tasks now instead of within a second. */
  readonly wake: () => void
  readonly feed: TaskFeed
}

export interface TaskSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
  readonly kinds: TaskKinds
  /** Milliseconds until another worker may take over the task of a killed one. */
  readonly leaseMs?: number
  /** Milliseconds that a job may take to stop by itself. */
  readonly graceMs?: number
  /** Returns a sentence if the disk is too full for bulk work. */
  readonly isShort?: SpaceShortageCheck
}

const defaultLeaseMs = 10_000
const pollEveryMs = 1_000
const scheduleEveryMs = 5_000

export function createTasks({ leaseMs = defaultLeaseMs, ...sources }: TaskSources): Tasks {
  const feed = createTaskFeed(sources)
  const startDueTasks = atMostEvery(scheduleEveryMs, () => startDueSchedules(sources))
  const runner = createRunner({ ...sources, leaseMs, onWritten: feed.wake })
  const polling = createPolling(async () => {
    await startDueTasks()
    await runner.poll()
  }, sources.log)
  let timer: NodeJS.Timeout | undefined

  return {
    feed,
    wake: () =>
      outsideRequest(() => {
        feed.wake()
        if (timer) polling.wake()
      }),
    start: () => {
      feed.open()
      timer ??= setInterval(polling.wake, Math.min(pollEveryMs, leaseMs / 4))
      polling.wake()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      feed.close()
      await polling.idle()
      await runner.stop()
    },
  }
}

function atMostEvery(milliseconds: number, act: () => Promise<unknown>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    await act()
  }
}

/** Runs one poll at a time. A wake-up during a poll starts another one. */
function createPolling(poll: () => Promise<void>, log: Log) {
  let isRequested = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isRequested) {
      isRequested = false
      await poll().catch((error: unknown) => log.warn({ err: error }, 'tasks could not be polled'))
    }
    running = undefined
  }
  return {
    wake: () => {
      isRequested = true
      running ??= run()
    },
    idle: async () => {
      await running
    },
  }
}

export interface ScanTaskRequest extends Pick<NewTask, 'userKey' | 'at'> {
  /** IDs of the storages to scan. Defaults to all enabled ones. */
  readonly storages?: readonly string[]
}

/** Creates a scan task. Returns false if a task of its kind has not ended. Wake the tasks after the transaction. */
export async function requestScan(tx: Db, { storages, ...by }: ScanTaskRequest): Promise<boolean> {
  const all: SyncOptions = { sources: ['storages'], localOnly: true }
  const options: SyncOptions = storages ? { ...all, storages: [...storages] } : all
  return (await insertTask(tx, { ...by, kind: 'sync_works', options, retryOfKey: null })) !== undefined
}

/** Scans storages whose first scan did not finish, because the server stopped or the folder was empty. */
export async function resumeScans(write: Db, now: Date): Promise<void> {
  if (await hasUnscanned(write)) await requestScan(write, { userKey: null, at: now.toISOString() })
}

export interface SchedulerSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
}

/** Starts all due schedules. If one fails, the others still start. */
export async function startDueSchedules(sources: SchedulerSources): Promise<void> {
  const { db, now, log } = sources
  for (const row of await listEnabledSchedules(db)) {
    try {
      if (isDue(row, now())) await startOne(sources, row)
    } catch (error) {
      log.error({ err: error, schedule: row.id }, 'a schedule could not be started')
    }
  }
}

/** The claim and the new task are in one transaction, so that a due time is neither lost nor run twice. */
async function startOne({ write, now, log }: SchedulerSources, row: ScheduleRow): Promise<void> {
  const at = now().toISOString()
  const { kind, options = {} } = orderOf(row)
  const outcome = await writeInTurn(write, async (tx) => {
    if (!(await claimDueTime(tx, row, at))) return 'notOurs'
    if (!(await insertTask(tx, { kind, options, userKey: null, retryOfKey: null, at }))) return 'atWork'
    await changeSchedule(tx, row.key, { last_started_at: at })
    return 'started'
  })
  const said = { schedule: row.id, kind }
  if (outcome === 'atWork') log.info(said, 'a schedule was skipped: a task of its kind is at work')
  if (outcome === 'started') log.info(said, 'a schedule started a task')
}
