/** Decides which works a run is about: all that are wanted, or those alone that failed before. */
import type { RetriedItem } from '../../run/job.ts'

/** A whole run, and one that repeats a phase in which works are found, are about all that is wanted. */
export const isGathering = (only: readonly RetriedItem[] | undefined): boolean =>
  only?.some(({ phase }) => phase !== 'records' && phase !== 'covers') ?? true
