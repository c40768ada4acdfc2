/** Converts between slider positions, whose steps are the buckets of a histogram, and filter limits. */

/** Returns the bucket that starts at a lower limit; 0 without a limit. */
export function positionOfMin(from: readonly number[], min: number | undefined): number {
  return min === undefined
    ? 0
    : Math.max(
        0,
        from.findLastIndex((bound) => bound <= min),
      )
}

/** Returns the bucket before which an upper limit ends; past the last bucket without a limit. */
export function positionOfMax(from: readonly number[], max: number | undefined): number {
  const position = max === undefined ? -1 : from.findIndex((bound) => bound >= max)
  return position < 0 ? from.length : position
}

/** Returns the limit at a position; undefined at both ends, where there is no limit. */
export function boundAt(from: readonly number[], position: number): number | undefined {
  return position <= 0 || position >= from.length ? undefined : from[position]
}

/** Returns bar heights from 0 to 1. The square root keeps rare values visible next to common ones. */
export function heightsOf(counts: readonly number[]): number[] {
  const maxCount = Math.max(1, ...counts)
  return counts.map((count) => Math.sqrt(count / maxCount))
}
