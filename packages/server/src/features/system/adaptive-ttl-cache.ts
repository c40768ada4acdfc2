/** Readings that are quick on a small library and slow on a large one. */

const slowMs = 50
/** A hundredth of the time at most goes into it, however often it is read. */
const restShare = 100

/**
 * Reads anew each time while that is quick; a slow reading is kept a hundred times as long as it took, as long as the callers name
 * the same version of what is read.
 */
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
