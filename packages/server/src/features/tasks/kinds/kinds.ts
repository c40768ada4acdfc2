import type { Backups } from '../../backup/backups.ts'
import type { RunKind } from '../run/job.ts'
import type { TaskKinds } from '../run/runner.ts'
import type { CleanSources } from './clean-works/clean-steps.ts'
import { createCleanWorks } from './clean-works/clean-works.ts'
import { createMakeBackup } from './make-backup.ts'
import { createMeasureSounds, type MeasureSources } from './measure-sounds/measure-sounds.ts'
import { createRefreshWorks } from './refresh-works/refresh-works.ts'
import { createSyncWorks, type SyncSources } from './sync-works/sync-works.ts'

type KindSources = SyncSources &
  CleanSources &
  MeasureSources & {
    readonly backups: Backups
    /** Implements the import from another server. */
    readonly moveIn: RunKind
  }

export const createTaskKinds = (sources: KindSources): TaskKinds => ({
  sync_works: createSyncWorks(sources),
  refresh_works: createRefreshWorks(sources),
  clean_works: createCleanWorks(sources),
  measure_sounds: createMeasureSounds(sources),
  make_backup: createMakeBackup(sources.backups),
  move_in: sources.moveIn,
})
