/** The task worker of this process: claims tasks, renews their leases, and finishes or releases them. */
import { type TaskKind, taskKinds } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { SpaceShortageCheck } from '../../../lib/free-space.ts'
import { newId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import { claimTask, isAnythingClaimable, listFailedItems, type TaskRow } from '../task.store.ts'
import { JobFailed, type RunKind } from './job.ts'
import { createRunningJob, failWhereShort, type RunningJob } from './running-job.ts'

export type TaskKinds = Readonly<Record<TaskKind, RunKind>>

export interface RunnerSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
  readonly kinds: TaskKinds
  readonly leaseMs: number
  readonly onWritten: () => void
  /** How long an interrupted job may take to stop. Afterwards its task is finished or released without it. */
  readonly graceMs?: number
  readonly isShort?: SpaceShortageCheck | undefined
}

export interface Runner {
  /** Claims waiting tasks now, and checks whether running ones were canceled. */
  readonly poll: () => Promise<void>
  /** Resolves when every job has ended or is released for the next start. */
  readonly stop: () => Promise<void>
}

const defaultGraceMs = 5_000

interface ActiveJob extends RunningJob {
  readonly ended: Promise<void>
  stopBy: number | undefined
}

export function createRunner(sources: RunnerSources): Runner {
  const { log, kinds, graceMs = defaultGraceMs } = sources
  const active = new Map<TaskKind, ActiveJob>()
  let isStopping = false

  const begin = async (task: TaskRow, worker: string) => {
    const only = await retriedItems(sources, task)
    const running = createRunningJob(sources, { task, worker, only })
    if (task.status === 'stopping') return void (await running.finishOrRelease('stop'))
    log.info({ task: task.id, kind: task.kind, resumed: task.checkpoint !== null }, 'a task is at work')
    const ended = run(sources, running, kinds[task.kind]).finally(() => active.delete(task.kind))
    active.set(task.kind, { ...running, ended, stopBy: undefined })
  }

  const claim = async () => {
    for (;;) {
      const free = taskKinds.filter((kind) => !active.has(kind))
      const at = sources.now()
      const wanted = { kinds: free, at: at.toISOString() }
      if (isStopping || !(await isAnythingClaimable(sources.db, wanted))) return
      const worker = newId()
      const leaseUntil = new Date(at.getTime() + sources.leaseMs).toISOString()
      const task = await claimTask(sources.write, { ...wanted, worker, leaseUntil })
      if (!task) return
      await begin(task, worker)
    }
  }

  const keep = async (one: ActiveJob) => {
    const status = await one.heartbeat()
    if (status !== 'stopping') return
    one.stopBy ??= Date.now() + graceMs
    if (Date.now() >= one.stopBy) await one.finishOrRelease('stop')
  }

  return {
    poll: async () => {
      const kept = await Promise.allSettled([...active.values()].map(keep))
      for (const one of kept) {
        if (one.status === 'rejected') log.warn({ err: one.reason }, 'the lease on a task was not renewed')
      }
      await claim()
    },
    stop: async () => {
      isStopping = true
      const left = [...active.values()]
      for (const { abort } of left) abort()
      await Promise.race([Promise.all(left.map(({ ended }) => ended)), wait(graceMs)])
      await Promise.all([...active.values()].map(leave))
    },
  }
}

const unexpected: readonly Message[] = [{ code: 'task.unexpected', values: {} }]

/** Runs the job, then finishes or releases its task. Never rejects. */
async function run(sources: RunnerSources, running: RunningJob, kind: RunKind): Promise<void> {
  const { log } = sources
  const { job } = running
  try {
    const failure = await failureOf(async () => {
      await failWhereShort(sources, job)
      await kind(job)
    })
    // The result of an aborted job does not prove that all work is done.
    if (job.signal.aborted) await leave(running)
    else if (running.isInterrupted(failure)) {
      log.warn({ err: failure, task: job.id }, 'a task lost the database, and is taken up again')
      await leave(running)
    } else {
      const isUnexpected = failure !== undefined && !(failure instanceof JobFailed)
      if (isUnexpected) log.error({ err: failure, task: job.id }, 'a task failed')
      const ended =
        failure === undefined
          ? await running.finishOrRelease('finish')
          : await running.finishOrRelease('fail', failure instanceof JobFailed ? failure.said : unexpected)
      if (ended === undefined) await leave(running)
    }
    log.info({ task: job.id, kind: job.kind }, 'a task was finished or released')
  } catch (error) {
    // The lease expires, and the task continues from its checkpoint.
    log.error({ err: error, task: job.id }, 'a task could not be finished or released')
  }
}

async function failureOf(act: () => Promise<void>): Promise<unknown> {
  try {
    await act()
    return undefined
  } catch (error) {
    return error ?? new Error('nothing was thrown')
  }
}

/** Ends a task as canceled if that was requested. Otherwise releases it for the next worker. */
async function leave(running: RunningJob): Promise<void> {
  if (!(await running.finishOrRelease('stop'))) await running.finishOrRelease('release')
}

/** Returns the items to retry. A task that failed as a whole without failed items is retried completely. */
async function retriedItems({ db }: RunnerSources, { retry_of_key }: TaskRow) {
  const items = retry_of_key === null ? [] : await listFailedItems(db, retry_of_key)
  return items.length > 0 ? items : undefined
}

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref())
