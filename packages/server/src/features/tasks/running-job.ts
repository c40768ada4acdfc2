/** A task in the hands of a worker of this process: the job its kind sees, and the hold that is kept on it. */
import type { TaskStatus } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { type Job, JobEnded, type RetriedItem, type Step } from './job.ts'
import type { Act } from './lifecycle.rules.ts'
import { createLogLines } from './log-lines.ts'
import { writeStep } from './step.store.ts'
import { type Hold, isRunningHere, layDown, pruneEnded, renewLease, type TaskRow } from './task.store.ts'
import { createTurns } from './turns.ts'

export interface HoldSources {
  readonly write: Db
  readonly now: () => Date
  /** How long a worker that says nothing is believed to be alive. */
  readonly leaseMs: number
  /** Something was written that watchers may want to see. */
  readonly onWritten: () => void
}

export interface RunningJob {
  readonly job: Job
  /** Says that we are alive. Answers the status, undefined once it is not ours; whoever is not wanted is aborted. */
  readonly beat: () => Promise<TaskStatus | undefined>
  readonly abort: () => void
  /** With what was noted. Undefined where that is not ours to decide any more. */
  readonly layDown: (act: Act, error?: string) => Promise<TaskStatus | undefined>
}

export interface Taken {
  readonly task: TaskRow
  readonly worker: string
  readonly only: readonly RetriedItem[] | undefined
}

export function createRunningJob(sources: HoldSources, { task, worker, only }: Taken): RunningJob {
  const hold = { key: task.key, worker }
  const ending = new AbortController()
  let current: string | null = null
  const abort = () => ending.abort(new JobEnded())
  const { note, ...writing } = createWriting(sources, { task, hold, current: () => current })
  return {
    job: {
      id: task.id,
      kind: task.kind,
      options: JSON.parse(task.options),
      only,
      get checkpoint() {
        return writing.checkpoint()
      },
      signal: ending.signal,
      now: sources.now,
      step: async (act) => {
        ending.signal.throwIfAborted()
        await writing.step(act).catch((error: unknown) => {
          if (error instanceof JobEnded) abort()
          throw error
        })
      },
      at: (what) => {
        current = what.slice(0, longestCurrent)
      },
      note,
    },
    abort,
    beat: async () => {
      const status = await writing.beat()
      if (status !== 'running') abort()
      return status
    },
    layDown: writing.layDown,
  }
}

const longestCurrent = 500
/** Of each kind so many tasks are kept. */
const keptTasks = 200

interface Written {
  readonly task: TaskRow
  readonly hold: Hold
  readonly current: () => string | null
}

/** Whatever it writes, it writes as the holder or not at all. */
function createWriting({ write, now, leaseMs, onWritten }: HoldSources, { task, hold, current }: Written) {
  const turns = createTurns()
  const lines = createLogLines(write, hold.key, now)
  let checkpoint: unknown = task.checkpoint === null ? undefined : JSON.parse(task.checkpoint)
  const leaseUntil = () => new Date(now().getTime() + leaseMs).toISOString()

  const step = async (act: (tx: Db) => Promise<Step>) => {
    checkpoint = await lines.writeWith(async (tx) => {
      if (!(await isRunningHere(tx, hold))) throw new JobEnded()
      const done = await act(tx)
      const told = { step: done, current: current(), now: now(), leaseUntil: leaseUntil() }
      if (!(await writeStep(tx, hold, told))) throw new JobEnded()
      return done.checkpoint
    })
    onWritten()
  }

  const writeLines = async () => {
    if (await isRunningHere(write, hold)) await lines.writeWith(async () => undefined)
  }

  const end = async (act: Act, error: string | undefined) => {
    const status = await lines.writeWith(async (tx) => {
      const status = await layDown(tx, hold, { act, at: now().toISOString(), error: error ?? null })
      if (!status) throw new JobEnded()
      if (act !== 'release') await pruneEnded(tx, task.kind, keptTasks)
      return status
    })
    onWritten()
    return status
  }
  const ifOurs = (error: unknown) => {
    if (error instanceof JobEnded) return undefined
    throw error
  }

  return {
    note: lines.note,
    checkpoint: () => checkpoint,
    step: (act: (tx: Db) => Promise<Step>) => turns.take(() => step(act)),
    beat: async () => {
      const status = await renewLease(write, hold, { leaseUntil: leaseUntil(), current: current() })
      if (status === 'running' && lines.areWaiting() && turns.areIdle()) await turns.take(writeLines)
      onWritten()
      return status
    },
    layDown: (act: Act, error?: string) => turns.take(() => end(act, error).catch(ifOurs)),
  }
}
