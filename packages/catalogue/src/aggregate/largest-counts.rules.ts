/** Choosing the keys with the largest counts: two looks at each count, whatever their order and however many are alike. */

export interface LargestCounts {
  /** Keys in ascending order, as many as wanted; more if counts at the bound are alike, fewer if there are no more. */
  readonly keys: readonly number[]
  /** How many keys have a count above zero. */
  readonly total: number
}

/** Counts from here on share a bucket. */
const mostBucket = 4_095

export function largestCounts(
  counts: Uint32Array,
  { wanted, only }: { readonly wanted: number; readonly only?: ReadonlySet<number> | undefined },
): LargestCounts {
  if (only) return largestCounts(countsOf(counts, only), { wanted })
  const buckets = new Uint32Array(mostBucket + 1)
  for (let key = 0; key < counts.length; key++) {
    const count = counts[key]!
    if (count > 0) buckets[count < mostBucket ? count : mostBucket]!++
  }
  const total = buckets.reduce((sum, keys) => sum + keys, 0)
  const least = leastOf(buckets, wanted)
  const keys: number[] = []
  for (let key = 0; key < counts.length; key++) if (counts[key]! >= least) keys.push(key)
  return { keys: least < mostBucket ? keys : cut(keys, counts, wanted), total }
}

function countsOf(counts: Uint32Array, only: ReadonlySet<number>): Uint32Array {
  const chosen = new Uint32Array(counts.length)
  for (const key of only) if (key < counts.length) chosen[key] = counts[key]!
  return chosen
}

/** Returns the smallest count that belongs to the largest, one at least. */
function leastOf(buckets: Uint32Array, wanted: number): number {
  let least = mostBucket
  for (let found = buckets[least]!; found < wanted && least > 1; found += buckets[least]!) least -= 1
  return least
}

/** Leaves those that the last bucket has too many of. */
function cut(keys: readonly number[], counts: Uint32Array, wanted: number): readonly number[] {
  if (keys.length <= wanted) return keys
  const bound = Uint32Array.from(keys, (key) => counts[key]!).sort()[keys.length - wanted]!
  return keys.filter((key) => counts[key]! >= bound)
}
