/** Finds the keys with the largest counts in two passes, independent of order and ties. */

export interface LargestCounts {
  /** Keys in ascending order: the wanted number, more if counts tie at the limit, fewer if there are not enough. */
  readonly keys: readonly number[]
  /** Number of keys with a count above zero. */
  readonly total: number
}

/** All counts from this one on share a bucket. */
const maxBucket = 4_095

export function findLargestCounts(
  counts: Uint32Array,
  { wanted, only }: { readonly wanted: number; readonly only?: ReadonlySet<number> | undefined },
): LargestCounts {
  if (only) return findLargestCounts(selectCounts(counts, only), { wanted })
  const buckets = new Uint32Array(maxBucket + 1)
  for (let key = 0; key < counts.length; key++) {
    const count = counts[key]!
    if (count > 0) buckets[count < maxBucket ? count : maxBucket]!++
  }
  const total = buckets.reduce((sum, keys) => sum + keys, 0)
  const least = minCountOf(buckets, wanted)
  const keys: number[] = []
  for (let key = 0; key < counts.length; key++) if (counts[key]! >= least) keys.push(key)
  return { keys: least < maxBucket ? keys : dropExcess(keys, counts, wanted), total }
}

function selectCounts(counts: Uint32Array, only: ReadonlySet<number>): Uint32Array {
  const chosen = new Uint32Array(counts.length)
  for (const key of only) if (key < counts.length) chosen[key] = counts[key]!
  return chosen
}

/** Returns the smallest count among the `wanted` largest, at least 1. */
function minCountOf(buckets: Uint32Array, wanted: number): number {
  let least = maxBucket
  for (let found = buckets[least]!; found < wanted && least > 1; found += buckets[least]!) least -= 1
  return least
}

/** Drops the excess keys of the last bucket, which mixes different counts. */
function dropExcess(keys: readonly number[], counts: Uint32Array, wanted: number): readonly number[] {
  if (keys.length <= wanted) return keys
  const bound = Uint32Array.from(keys, (key) => counts[key]!).sort()[keys.length - wanted]!
  return keys.filter((key) => counts[key]! >= bound)
}
