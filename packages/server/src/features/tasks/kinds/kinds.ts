/** What this server does for each kind of task. */
import type { TaskKind } from '@koedana/contract/values.ts'
import { JobFailed, type RunKind } from '../job.ts'

/** A kind that has no work here says so instead of pretending that it was done. */
const unknownHere: RunKind = async ({ kind }) => {
  throw new JobFailed(`This server has no work of the kind ${kind}.`)
}

export const taskWork: Readonly<Record<TaskKind, RunKind>> = {
  sync_works: unknownHere,
  refresh_works: unknownHere,
  clean_works: unknownHere,
}
