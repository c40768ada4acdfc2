/** Full records of all that is wanted and may be asked for. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { listWanted } from '../../../metadata/upkeep/records.store.ts'
import type { Phase } from '../phases.ts'
import { type RecordSources, readRecords } from '../read-records.ts'
import { isGathering } from './gathering.rules.ts'

export const records = (sources: RecordSources): Phase => ({
  name: 'records',
  run: async (context) => {
    const { job, only } = context
    const wanted = await listWanted(sources.database.read, job.now().toISOString())
    const again = isGathering(job.only) ? undefined : new Set(only?.map(workKeyOf))
    await readRecords(sources, context, again ? wanted.filter((key) => again.has(key)) : wanted)
  },
})
