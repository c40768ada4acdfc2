/**
 * The work of `clean_works`: what is gone goes into the trash, what lies there for long is removed for good. A dry run,
 * which it is unless told otherwise, goes the same way and writes nothing but its report. No file is ever deleted.
 */
import { CleanOptions } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { RunKind } from '../../job.ts'
import { runPhases } from '../phases.ts'
import { storages } from './1-storages.ts'
import { files, works } from './2-files-and-works.ts'
import { entities } from './4-entities.ts'
import { trash } from './5-trash.ts'
import type { CleanSources } from './cleaning.ts'

/** Tried again, it goes its whole way: what is done with is not found twice. */
export function createCleanWorks(sources: CleanSources): RunKind {
  return async (job) => {
    const { dryRun = true, allowMassLoss = false } = v.parse(CleanOptions, job.options)
    const cleaning = { ...sources, consent: { dryRun, allowMassLoss } }
    await runPhases(
      job,
      [storages, files, works, entities, trash].map((phase) => phase(cleaning)),
    )
  }
}
