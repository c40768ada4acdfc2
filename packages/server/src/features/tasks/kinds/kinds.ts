/** What this server does for each kind of task. */
import type { TaskKinds } from '../run/runner.ts'
import { createCleanWorks } from './clean-works/clean-works.ts'
import type { CleanSources } from './clean-works/cleaning.ts'
import { createMeasureSounds, type MeasureSources } from './measure-sounds/measure-sounds.ts'
import { createRefreshWorks } from './refresh-works/refresh-works.ts'
import { createSyncWorks, type SyncSources } from './sync-works/sync-works.ts'

export const createTaskKinds = (sources: SyncSources & CleanSources & MeasureSources): TaskKinds => ({
  sync_works: createSyncWorks(sources),
  refresh_works: createRefreshWorks(sources),
  clean_works: createCleanWorks(sources),
  measure_sounds: createMeasureSounds(sources),
})
