/** A task in the hands of a worker of this process: the job its kind sees, and the lease that is kept on it. */
import type { TaskWait } from '@koedana/contract/tasks.ts'
import type { TaskStatus } from '@koedana/contract/values.ts'
import { isConnectionLost, isDatabaseLost } from '../../../db/fault.rules.ts'
import type { Db } from '../../../db/schema.ts'
import type { SpaceShortageCheck } from '../../../lib/free-space.ts'
import { type Message, storedMessages } from '../../../lib/messages/messages.rules.ts'
import { createSerialQueue } from '../../../lib/queues.ts'
import { writeCurrent } from '../current-work.rules.ts'
import { type Act, listAllowedStatuses } from '../lifecycle.rules.ts'
import {
  deleteTallies,
  finishOrRelease,
  type Lease,
  pruneEnded,
  readLeasedTask,
  renewLease,
  type TaskRow,
} from '../task.store.ts'
import {
  createLiveProgress,
  createLogLines,
  type Job,
  JobEnded,
  JobFailed,
  type RetriedItem,
  type Step,
} from './job.ts'
import { writeStep } from './step.store.ts'

export interface LeaseSources {
  readonly write: Db
  readonly now: () => Date
  /** How long a worker without a heartbeat counts as alive. */
  readonly leaseMs: number
  /** Called when something was written that watchers may want to see. */
  readonly onWritten: () => void
  /** Returns why bulk work must not run: too little free space. */
  readonly isShort?: SpaceShortageCheck | undefined
}

export interface RunningJob {
  readonly job: Job
  /** Renews the lease. Returns the status, undefined once it is not ours; a job that is not wanted any more is aborted. */
  readonly heartbeat: () => Promise<TaskStatus | undefined>
  readonly abort: () => void
  /** Returns whether the job ended with this because the database was lost: it continues from its checkpoint. */
  readonly isInterrupted: (failure: unknown) => boolean
  /** Flushes the log. Undefined if the lease was lost. */
  readonly finishOrRelease: (act: Act, failure?: readonly Message[]) => Promise<TaskStatus | undefined>
}

export interface Taken {
  readonly task: TaskRow
  readonly worker: string
  readonly only: readonly RetriedItem[] | undefined
}

export function createRunningJob(sources: LeaseSources, { task, worker, only }: Taken): RunningJob {
  const lease = { key: task.key, worker }
  const ending = new AbortController()
  const work = createCurrentWork(() => reports.soon())
  let lost: unknown
  const abort = () => ending.abort(new JobEnded())
  const { note, ...writing } = createWriting(sources, { task, lease, current: work.column })
  const heartbeat = async () => {
    const status = await writing.heartbeat()
    if (status !== 'running') abort()
    return status
  }
  const reports = createProgressReports(heartbeat)
  return {
    job: {
      ...orderedIn(task),
      only,
      get checkpoint() {
        return writing.checkpoint()
      },
      signal: ending.signal,
      now: sources.now,
      step: async (act) => {
        ending.signal.throwIfAborted()
        await failWhereShort(sources, task)
        await writing.step(act).catch((error: unknown) => {
          if (error instanceof JobEnded) abort()
          if (isDatabaseLost(error)) lost = error
          throw error
        })
      },
      at: work.at,
      waitFor: work.waitFor,
      advance: (items) => {
        writing.advance(items)
        reports.soon()
      },
      note,
    },
    abort,
    isInterrupted: (failure) => isConnectionLost(failure) || (failure !== undefined && failure === lost),
    heartbeat,
    finishOrRelease: async (act, failure) => {
      reports.end()
      return writing.finishOrRelease(act, failure)
    },
  }
}

const maxCurrentLength = 500

function createCurrentWork(onChange: () => void) {
  let current: string | null = null
  let wait: TaskWait | null = null
  return {
    column: () => writeCurrent({ current, wait }),
    at: (what: string) => {
      current = what.slice(0, maxCurrentLength)
      onChange()
    },
    waitFor: (next: TaskWait | undefined) => {
      wait = next ?? null
      onChange()
    },
  }
}

const orderedIn = (task: TaskRow): Pick<Job, 'id' | 'key' | 'kind' | 'startedAt' | 'options'> => ({
  id: task.id,
  key: task.key,
  kind: task.kind,
  startedAt: new Date(task.started_at ?? task.created_at),
  options: JSON.parse(task.options),
})

/** Throws a `JobFailed` where the disk has no room for what is done; cleaning, which makes room, needs none. */
export async function failWhereShort(
  { isShort }: Pick<LeaseSources, 'isShort'>,
  { kind }: Pick<TaskRow, 'kind'>,
): Promise<void> {
  const shortage = kind === 'clean_works' ? undefined : await isShort?.()
  if (shortage !== undefined) throw new JobFailed(shortage)
}

/** The shortest time between two reports to watchers. */
const reportEveryMs = 200

/** Sends a heartbeat soon after each report. The next one makes up for one that fails. */
function createProgressReports(heartbeat: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  let last = Number.NEGATIVE_INFINITY
  let isOver = false
  const report = async () => {
    await heartbeat().catch(() => undefined)
    last = performance.now()
    timer = undefined
  }
  return {
    soon: () => {
      if (isOver) return
      timer ??= setTimeout(() => void report(), Math.max(0, last + reportEveryMs - performance.now()))
    },
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The number of tasks of each kind that are kept. */
const keptTasks = 200

interface Written {
  readonly task: TaskRow
  readonly lease: Lease
  readonly current: () => string | null
}

/**
 * Writes only while this worker holds the lease and the stored checkpoint is the one it wrote last. An older backup that was restored
 * meanwhile names the same worker: the task is then released, and continues from the restored checkpoint.
 */
function createWriting({ write, now, leaseMs, onWritten }: LeaseSources, { task, lease, current }: Written) {
  const queue = createSerialQueue()
  const lines = createLogLines(write, lease.key, now)
  const progress = createLiveProgress(task, now)
  let checkpoint: unknown = task.checkpoint === null ? undefined : JSON.parse(task.checkpoint)
  let storedCheckpoint = task.checkpoint
  const leaseUntil = () => new Date(now().getTime() + leaseMs).toISOString()

  const assertContinuing = async (tx: Db, statuses: readonly TaskStatus[]) => {
    const stored = await readLeasedTask(tx, lease)
    const isOurs = stored !== undefined && stored.checkpoint === storedCheckpoint
    if (!isOurs || !statuses.includes(stored.status)) throw new JobEnded()
  }

  const step = async (act: (tx: Db) => Promise<Step>) => {
    const { done, written } = await lines.writeWith(async (tx) => {
      await assertContinuing(tx, ['running'])
      const done = await act(tx)
      const report = { step: done, current: current(), now: now(), leaseUntil: leaseUntil() }
      const written = await writeStep(tx, lease, { ...report, ...progress.now() })
      if (!written) throw new JobEnded()
      return { done, written }
    })
    checkpoint = done.checkpoint
    storedCheckpoint = written.checkpoint
    progress.written(written, done.done ?? 0)
    onWritten()
  }

  const writeLines = async () => {
    if ((await readLeasedTask(write, lease))?.status === 'running')
      await lines.writeWith(async () => undefined)
  }

  const end = async (act: Act, failure: readonly Message[] | undefined) => {
    const error = failure ? storedMessages(failure) : null
    const status = await lines.writeWith(async (tx) => {
      if (act === 'finish' || act === 'fail') await assertContinuing(tx, listAllowedStatuses(act))
      const status = await finishOrRelease(tx, lease, { act, at: now().toISOString(), error })
      if (!status) throw new JobEnded()
      if (act !== 'release') await pruneEnded(tx, task.kind, keptTasks)
      return status
    })
    onWritten()
    if (act !== 'release') await deleteTallies(write, lease.key)
    return status
  }

  return {
    note: lines.note,
    checkpoint: () => checkpoint,
    advance: progress.advance,
    step: (act: (tx: Db) => Promise<Step>) => queue.run(() => step(act)),
    heartbeat: async () => {
      // During a step, only the step reports its progress.
      const live = queue.isIdle() ? { progress: progress.now() } : {}
      const status = await renewLease(write, lease, { leaseUntil: leaseUntil(), current: current(), ...live })
      if (status === 'running' && lines.areWaiting() && queue.isIdle()) await queue.run(writeLines)
      onWritten()
      return status
    },
    finishOrRelease: (act: Act, failure?: readonly Message[]) =>
      queue.run(() => end(act, failure).catch(ifOurs)),
  }
}

/** If the lease was lost, there is nothing to say. */
function ifOurs(error: unknown): undefined {
  if (error instanceof JobEnded) return undefined
  throw error
}
