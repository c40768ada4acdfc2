/**
 * Number of runs of each property: the full number in CI, a fifth elsewhere. A failure prints its seed. Shrinking a failure can take longer
 * than finding it, so it needs SHRINK=true.
 */
const share = process.env.CI === 'true' ? 1 : 0.2
export const endOnFailure = process.env.SHRINK !== 'true'

export const tries = (full: number): number => Math.ceil(full * share)

export const tried = (full: number) => ({ numRuns: tries(full), endOnFailure })
