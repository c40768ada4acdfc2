/** The tasks of this process: started with the server, woken when there is something to do, stopped before it goes. */
import type { Db } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import { createRunner, type TaskKinds } from './runner.ts'
import { startDue } from './scheduler.ts'
import { createTaskFeed, type TaskFeed } from './task-feed.ts'

export interface Tasks {
  readonly start: () => void
  /** What is at work goes on with the next start. */
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
  /** A killed worker's task is taken up after so long. */
  readonly leaseMs?: number
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
    wake: () => {
      feed.wake()
      if (timer) polling.wake()
    },
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

/** One poll at a time; who asks during one gets another. */
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
