/** A cache for reads that are fast on a small library and slow on a large one. */

const slowMs = 50
/** Slow reads take at most 1 percent of the time, however often they are requested. */
const restShare = 100

/** Calls `read` each time if it is fast. A slow result is cached for 100 times its duration, as long as callers pass the same version. */
export function adaptiveTtlCache<T>(
  read: () => Promise<T>,
  clock = () => performance.now(),
): (version?: string) => Promise<T> {
  let kept: { readonly value: T; readonly until: number; readonly version: string } | undefined
  return async (version = '') => {
    const begun = clock()
    if (kept && kept.version === version && begun < kept.until) return kept.value
    const value = await read()
    const took = clock() - begun
    kept = took < slowMs ? undefined : { value, until: clock() + took * restShare, version }
    return value
  }
}
