/**
 * How often a property is tried: in CI as often as its test says, elsewhere a fifth of that. A failure prints its seed.
 * Shrinking a failure can take longer than finding it: that is done only with SHRINK=true.
 */
const share = process.env.CI === 'true' ? 1 : 0.2
export const endOnFailure = process.env.SHRINK !== 'true'

export const tries = (full: number): number => Math.ceil(full * share)

export const tried = (full: number) => ({ numRuns: tries(full), endOnFailure })
