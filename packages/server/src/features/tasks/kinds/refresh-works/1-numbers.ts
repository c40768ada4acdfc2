/** Live numbers of the works that are due, those that were never read first. */
import { workIdOf } from '@koedana/contract/work-id.rules.ts'
import * as v from 'valibot'
import { chunksOf } from '../../../../db/chunks.ts'
import { ingestResults } from '../../../metadata/upkeep/ingest-results.ts'
import { lookUpNumbers } from '../../../metadata/upkeep/look-up-numbers.ts'
import type { WorkResult } from '../../../metadata/upkeep/look-up-works.ts'
import type { ReportedItem } from '../../job.ts'
import { oneAhead, type Phase, type PhaseContext } from '../phases.ts'
import { type RecordSources, worksPerStep } from '../read-records.ts'
import { type Chosen, chooseDue } from './choose-due.ts'

export const numbers = (sources: RecordSources): Phase => ({
  name: 'numbers',
  run: async (context) => {
    const chosen = await chooseDue(sources.database.read, context.job, stateOf(context))
    if (context.state === null) await begin(context, chosen)
    for (const [pass, keys] of [chosen.unread, chosen.read].entries()) {
      const rest = pass === 0 ? chosen.read.length : 0
      await readNumbers(sources, context, { keys, pass, rest, startedAt: chosen.startedAt })
    }
  },
})

/** When it began, and up to which key, in their order, the works of the first or the second pass are through. */
export const State = v.object({ startedAt: v.string(), pass: v.number(), after: v.number() })
export type State = v.InferOutput<typeof State>

const stateOf = ({ state }: PhaseContext): State | undefined => (v.is(State, state) ? state : undefined)

/** Works that were asked for by name and are not there are told of at the start. */
async function begin(context: PhaseContext, { startedAt, unread, read, strangers }: Chosen): Promise<void> {
  const items = strangers.map((item): ReportedItem => ({ item, outcome: 'skipped', reason: 'workGone' }))
  const state: State = { startedAt, pass: 0, after: -1 }
  await context.step(async () => ({ state, left: unread.length + read.length, items }))
}

interface Pass {
  readonly keys: readonly number[]
  readonly pass: number
  /** How many works are left for later passes. */
  readonly rest: number
  readonly startedAt: string
}

async function readNumbers(sources: RecordSources, context: PhaseContext, given: Pass): Promise<void> {
  const { database } = sources
  const { keys, pass, rest, startedAt } = given
  let left = keys.length + rest
  for await (const batch of oneAhead(lookUpInBatches(sources, context, keys))) {
    left -= batch.keys.length
    const after = batch.keys.at(-1) ?? -1
    await context.step(async (tx) => {
      const items = await ingestResults(database, tx, {
        results: batch.results,
        now: context.job.now().toISOString(),
      })
      const state: State = { startedAt, pass, after }
      return { state, left, items, silent: ['unchanged', 'updated'] }
    })
  }
}

interface Batch {
  readonly keys: readonly number[]
  readonly results: readonly WorkResult[]
}

async function* lookUpInBatches(
  { calls }: RecordSources,
  { job }: PhaseContext,
  keys: readonly number[],
): AsyncGenerator<Batch> {
  for (const several of chunksOf(keys, worksPerStep * calls.atOnce)) {
    job.at(workIdOf(several[0] ?? 0))
    const batches = [...chunksOf(several, worksPerStep)].map(async (batch) => ({
      keys: batch,
      results: await lookUpNumbers(calls, batch.map(workIdOf), job.advance),
    }))
    // Those behind one that ends it all end as well; nobody waits for them.
    for (const one of batches) one.catch(() => undefined)
    for (const one of batches) yield await one
  }
}
