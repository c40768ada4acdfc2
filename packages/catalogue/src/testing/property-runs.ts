/**
 * Number of runs of each property: the full number in CI, a fifth elsewhere. A failure prints its seed. Shrinking a failure can take longer
 * than finding it, so it needs SHRINK=true.
 */
const runShare = process.env.CI === 'true' ? 1 : 0.2
export const endOnFailure = process.env.SHRINK !== 'true'

export const runCount = (full: number): number => Math.ceil(full * runShare)

export const runOptions = (full: number) => ({ numRuns: runCount(full), endOnFailure })
