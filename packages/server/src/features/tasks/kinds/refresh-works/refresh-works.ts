/** The work of `refresh_works`: what is known of works is asked again. */

import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Job, RunKind } from '../../job.ts'
import { type Phase, runPhases } from '../phases.ts'
import {
  type MarketplaceSources,
  onlyWhere,
  openMarketplaceWork,
  type RecordSources,
  readRecords,
} from '../read-records.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { numbers } from './1-numbers.ts'
import { thinning } from './4-thinning.ts'
import { namedWorks } from './choose-due.ts'
import { listRefreshed, listStale } from './refreshed-works.store.ts'

export function createRefreshWorks(sources: MarketplaceSources): RunKind {
  return async (job) => {
    const work = openMarketplaceWork(sources, job)
    const phases = [numbers(work), records(work), covers(work)]
    await runPhases(job, [...phases.map((phase) => onlyWhere(work.isOn, phase)), thinning(sources.database)])
  }
}

/** Covers that are wanted: of all works, or of those this run is about. */
const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const ids = only ? only.map(({ item }) => item) : namedWorks(context.job)
    await takeCovers(sources, context, ids && new Set(ids.map(workKeyOf)))
  },
})

/** Full records of works that changed, were never read, or were read long ago. */
const dayMs = 86_400_000
const staleDays = 30
/** Some hours at the usual pace: tomorrow's numbers are not to wait for the records of a catalogue that came from a feed. */
const recordsPerRun = 5_000

const records = (sources: RecordSources): Phase => ({
  name: 'records',
  run: async (context) => readRecords(sources, context, await chooseRecords(sources, context.job)),
})

async function chooseRecords({ database }: RecordSources, job: Job): Promise<number[]> {
  const now = job.now()
  const stale = () =>
    listStale(database.read, {
      now: now.toISOString(),
      before: new Date(now.getTime() - staleDays * dayMs).toISOString(),
      limit: recordsPerRun,
    })
  if (job.only) return chooseAgain(job.only, new Set(await stale()))
  const named = namedWorks(job)
  if (named) return keysOf(await listRefreshed(database.read, named.map(workKeyOf)))
  const keys = await stale()
  if (keys.length === recordsPerRun)
    job.note('info', `${recordsPerRun} records are read in one run; others wait.`)
  return keys.sort((a, b) => a - b)
}

/** Records that failed, and those that are wanted now of works whose numbers failed. */
function chooseAgain(only: NonNullable<Job['only']>, stale: ReadonlySet<number>): number[] {
  const keys = only.flatMap(({ phase, item }) => {
    const key = phase === 'records' || phase === 'numbers' ? workKeyOf(item) : undefined
    return key !== undefined && (phase === 'records' || stale.has(key)) ? [key] : []
  })
  return [...new Set(keys)].sort((a, b) => a - b)
}

const keysOf = (works: readonly { readonly key: number }[]) => works.map(({ key }) => key)
