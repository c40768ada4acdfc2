/** Runs the phases of a task one after another. Each phase resumes after its last step. */
import type { TaskOutcome, TaskPhase } from '@koedana/contract/tasks.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../../db/schema.ts'
import type { Counts, Job, ReportedItem } from '../run/job.ts'
import { addOutcome, countsBetween, emptyTally, reportOf, summed, type Tally } from './tally.rules.ts'

export interface Phase {
  readonly name: TaskPhase
  readonly run: (context: PhaseContext) => Promise<void>
}

export interface PhaseContext {
  readonly job: Job
  /** State of the last step, or null at the start of the phase. Not validated. */
  readonly state: unknown
  /** Items of this phase to retry. Undefined for a full run. */
  readonly only: readonly string[] | undefined
  /** Like `Job.step`. */
  readonly step: (act: (tx: Db) => Promise<PhaseStep>) => Promise<void>
}

export interface PhaseStep {
  /** All items that this step finished. */
  readonly items?: readonly ReportedItem[]
  /** What the summary counts besides these items. */
  readonly counts?: Counts
  /** Outcomes that are not worth listing one by one; by default, of what stayed as it was. */
  readonly silent?: readonly TaskOutcome[]
  /** JSON value. It becomes `PhaseContext.state` after a restart. */
  readonly state: unknown
  /** Number of items left in this phase after the step. Undefined if unknown. */
  readonly left?: number
}

/**
 * `counted` is the number of items of all steps so far, so that done and left add up to the total. `state` is null at the start of a
 * phase.
 */
const Checkpoint = v.object({ phase: v.string(), state: v.unknown(), counted: v.number() })

type Checkpoint = v.InferOutput<typeof Checkpoint>

/** The phase in the checkpoint after the last one, so that a resumed task repeats nothing. */
const ended = 'ended'

export async function runPhases(job: Job, phases: readonly Phase[]): Promise<void> {
  let at = readCheckpoint(job, phases)
  const write = async (
    phase: TaskPhase,
    act: (tx: Db) => Promise<PhaseStep & { readonly next?: string }>,
  ) => {
    let after = at
    await job.step(async (tx) => {
      const { next = phase, state, items = [], counts: more = {}, silent, left } = await act(tx)
      after = { phase: next, state, counted: at.counted + items.length }
      const total = left === undefined ? {} : { total: after.counted + left }
      const { works, others, reported } = reportOf(items, silent ?? ['unchanged'])
      const counts = summed([await tallyWorks(tx, job.key, works), others, more])
      return { phase, checkpoint: after, done: items.length, counts, items: reported, ...total }
    })
    at = after
  }
  if (at.phase === ended) return
  const start = phases.findIndex(({ name }) => name === at.phase)
  for (const [i, { name, run }] of phases.entries()) {
    if (i < start) continue
    // This step shows the new phase to watchers.
    if (at.state === null) await write(name, async () => ({ state: null }))
    await run({
      job,
      state: at.state,
      only: job.only?.filter(({ phase }) => phase === name).map(({ item }) => item),
      step: (act) => write(name, act),
    })
    await write(name, async () => ({ next: phases[i + 1]?.name ?? ended, state: null, left: 0 }))
  }
}

function readCheckpoint({ checkpoint }: Job, phases: readonly Phase[]): Checkpoint {
  const read = v.safeParse(Checkpoint, checkpoint)
  return read.success ? read.output : { phase: phases[0]?.name ?? ended, state: null, counted: 0 }
}

/** Requests the next value while the consumer processes the current one. */
export async function* prefetchOne<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // If the consumer stops early, a failure of the prefetched value must not be an unhandled rejection.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await source.return(undefined).catch(() => undefined)
  }
}

/** Stores the outcomes of works and returns the changes of the summary counts. */
async function tallyWorks(tx: Db, taskKey: number, items: readonly ReportedItem[]): Promise<Counts> {
  if (items.length === 0) return {}
  const before = await findTallies(tx, taskKey, items)
  const after = new Map(before)
  for (const { item, outcome } of items) {
    const key = workKeyOf(item)
    after.set(key, addOutcome(after.get(key) ?? emptyTally, outcome))
  }
  await saveTallies(tx, taskKey, after)
  return summed([...after].map(([key, tally]) => countsBetween(before.get(key) ?? emptyTally, tally)))
}

async function findTallies(tx: Db, taskKey: number, items: readonly ReportedItem[]) {
  const keys = items.map(({ item }) => workKeyOf(item))
  const rows = await tx
    .selectFrom('task_work')
    .select(['work_key', 'effect', 'trouble'])
    .where('task_key', '=', taskKey)
    .where('work_key', 'in', keys)
    .execute()
  return new Map(rows.map(({ work_key, ...tally }): [number, Tally] => [work_key, tally]))
}

async function saveTallies(tx: Db, taskKey: number, tallies: ReadonlyMap<number, Tally>): Promise<void> {
  const rows = Array.from(tallies, ([key, tally]) => ({ task_key: taskKey, work_key: key, ...tally }))
  await tx
    .insertInto('task_work')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['task_key', 'work_key']).doUpdateSet((e) => ({
        effect: e.ref('excluded.effect'),
        trouble: e.ref('excluded.trouble'),
      })),
    )
    .execute()
}
