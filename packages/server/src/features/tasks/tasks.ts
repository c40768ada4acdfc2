/**
 * The tasks of this process: started with the server, by the clock or when there is something to do, stopped
 * before it goes. Schedules start once, however many processes look at the same clock.
 */

import type { SyncOptions } from '@koedana/contract/tasks.ts'
import { writeTogether } from '../../db/changes.ts'
import { outsideRequest } from '../../db/request-limit.ts'
import type { Db } from '../../db/schema.ts'
import type { ShortOfSpace } from '../../lib/free-space.ts'
import type { Log } from '../../lib/log.ts'
import { hasUnscanned } from '../library/scan/storages.store.ts'
import { createRunner, type TaskKinds } from './run/runner.ts'
import { isDue, orderOf, type ScheduleRow } from './schedules/schedule.rules.ts'
import { changeSchedule, listEnabledSchedules, takeTurn } from './schedules/schedules.store.ts'
import { insertTask, type NewTask } from './task.store.ts'
import { createTaskFeed, type TaskFeed } from './watch/task-feed.ts'

export interface Tasks {
  readonly start: () => void
  /** Stops; tasks at work go on with the next start. */
  readonly stop: () => Promise<void>
  /** A task was ordered, or is to stop: looked at now instead of within a second. */
  readonly wake: () => void
  readonly feed: TaskFeed
}

export interface TaskSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
  readonly kinds: TaskKinds
  /** The time after which a killed worker's task is taken up. */
  readonly leaseMs?: number
  /** A job has so long to stop by itself. */
  readonly graceMs?: number
  /** Says why bulk work is not to be done where there is no room for it. */
  readonly isShort?: ShortOfSpace
}

const defaultLeaseMs = 10_000
const pollEveryMs = 1_000
const scheduleEveryMs = 5_000

export function createTasks({ leaseMs = defaultLeaseMs, ...sources }: TaskSources): Tasks {
  const feed = createTaskFeed(sources)
  const startDueTasks = atMostEvery(scheduleEveryMs, () => startDue(sources))
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

/** Runs one poll at a time; a call during one leads to another. */
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

export interface ScanOrder extends Pick<NewTask, 'userKey' | 'at'> {
  /** The ids of these alone; all that are on without it. */
  readonly storages?: readonly string[]
}

/** Does nothing, and returns false, if one of its kind waits or is at work. Wake the tasks once it is written. */
export async function orderScan(tx: Db, { storages, ...by }: ScanOrder): Promise<boolean> {
  const all: SyncOptions = { sources: ['storages'], localOnly: true }
  const options: SyncOptions = storages ? { ...all, storages: [...storages] } : all
  return (await insertTask(tx, { ...by, kind: 'sync_works', options, retryOfKey: null })) !== undefined
}

/**
 * Goes on with folders whose first scan did not come to its end: the server was stopped, or the folder was empty.
 */
export async function resumeScans(write: Db, now: Date): Promise<void> {
  if (await hasUnscanned(write)) await orderScan(write, { userKey: null, at: now.toISOString() })
}

export interface SchedulerSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
}

/** One that cannot be started keeps no other from it. */
export async function startDue(sources: SchedulerSources): Promise<void> {
  const { db, now, log } = sources
  for (const row of await listEnabledSchedules(db)) {
    try {
      if (isDue(row, now())) await startOne(sources, row)
    } catch (error) {
      log.error({ err: error, schedule: row.id }, 'a schedule could not be started')
    }
  }
}

/** Its turn and the task are one transaction: a time is neither lost nor doubled. */
async function startOne({ write, now, log }: SchedulerSources, row: ScheduleRow): Promise<void> {
  const at = now().toISOString()
  const { kind, options = {} } = orderOf(row)
  const outcome = await writeTogether(write, async (tx) => {
    if (!(await takeTurn(tx, row, at))) return 'notOurs'
    if (!(await insertTask(tx, { kind, options, userKey: null, retryOfKey: null, at }))) return 'atWork'
    await changeSchedule(tx, row.key, { last_started_at: at })
    return 'started'
  })
  const said = { schedule: row.id, kind }
  if (outcome === 'atWork') log.info(said, 'a schedule was skipped: a task of its kind is at work')
  if (outcome === 'started') log.info(said, 'a schedule started a task')
}
