/** Decides whether a run handles all wanted works or only those that failed before. */
import type { RetriedItem } from '../../run/job.ts'

/** A full run handles all wanted works, and so does a retry of a phase that finds works. */
export const isFullScope = (only: readonly RetriedItem[] | undefined): boolean =>
  only?.some(({ phase }) => phase !== 'records' && phase !== 'covers') ?? true
