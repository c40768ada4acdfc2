/** Full records of works that changed, were never read, or were read long ago. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Job } from '../../job.ts'
import type { Phase } from '../phases.ts'
import { type RecordSources, readRecords } from '../read-records.ts'
import { namedWorks } from './choose-due.ts'
import { listRefreshed, listStale } from './refreshed-works.store.ts'

const dayMs = 86_400_000
const staleDays = 30
/** Some hours at the usual pace: tomorrow's numbers are not to wait for the records of a catalogue that came from a feed. */
const recordsPerRun = 5_000

export const records = (sources: RecordSources): Phase => ({
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
