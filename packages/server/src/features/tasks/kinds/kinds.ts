/** What this server does for each kind of task. */
import { JobFailed, type RunKind } from '../job.ts'
import type { TaskKinds } from '../runner.ts'
import { createRefreshWorks } from './refresh-works/refresh-works.ts'
import { createSyncWorks, type SyncSources } from './sync-works/sync-works.ts'

export const createTaskKinds = (sources: SyncSources): TaskKinds => ({
  sync_works: createSyncWorks(sources),
  refresh_works: createRefreshWorks(sources),
  clean_works: unknownHere,
})

/** A kind that has no work here says so instead of pretending that it was done. */
const unknownHere: RunKind = async ({ kind }) => {
  throw new JobFailed(`This server has no work of the kind ${kind}.`)
}
