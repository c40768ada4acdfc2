/** A test kind that counts items and stores a mark for each, which cannot be stored twice. */
import * as v from 'valibot'
import type { Db } from '../../../db/schema.ts'
import type { Job, RetriedItem, RunKind } from '../run/job.ts'

export interface Plan {
  readonly count: number
  readonly pauseMs: number
}

const Checkpoint = v.optional(v.object({ next: v.number() }), { next: 0 })

/** Every fifth item fails, every seventh is skipped. */
export const outcomeOf = (item: number) =>
  item % 5 === 4 ? 'failed' : item % 7 === 6 ? 'skipped' : 'updated'

/** The line in the log before each item. */
export const countingNote = (item: number) => ({ code: 'refresh.limited', values: { max: item } }) as const

/** Retried items succeed. */
export const createCountingKind =
  (plan: () => Plan): RunKind =>
  async (job) => {
    if (job.only) await countAgain(job, job.only)
    else await countAll(job, plan())
  }

async function countAgain(job: Job, only: readonly RetriedItem[]): Promise<void> {
  await job.step(async () => ({
    phase: 'records',
    checkpoint: null,
    total: only.length,
    done: only.length,
    counts: { updated: only.length },
  }))
}

async function countAll(job: Job, { count, pauseMs }: Plan): Promise<void> {
  for (let { next } = v.parse(Checkpoint, job.checkpoint); next < count; next += 1) {
    job.at(`item ${next}`)
    job.note('info', countingNote(next))
    await pause(pauseMs, job)
    await job.step(async (tx) => {
      await leaveMark(tx, job.id, next)
      const outcome = outcomeOf(next)
      return {
        phase: 'records',
        checkpoint: { next: next + 1 },
        total: count,
        done: 1,
        counts: { [outcome]: 1 },
        items: [{ item: `item-${next}`, outcome, ...(outcome === 'failed' ? { reason: 'timedOut' } : {}) }],
      }
    })
  }
}

/** The database rejects a second mark for the same item. */
const leaveMark = (tx: Db, task: string, item: number) =>
  tx
    .insertInto('setting')
    .values({ name: markOf(task, item), value: '1' })
    .execute()

const markOf = (task: string, item: number) => `counted:${task}:${item}`

export async function marksOf(db: Db, task: string): Promise<number> {
  const rows = await db
    .selectFrom('setting')
    .select('name')
    .where('name', 'like', `counted:${task}:%`)
    .execute()
  return rows.length
}

/** Waits, or rejects earlier if the job is aborted. */
const pause = (milliseconds: number, { signal }: Job) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
