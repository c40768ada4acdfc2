/** Positions on a slider whose steps are the buckets of a histogram, and the bounds they stand for. */

/** Returns the bucket that a lower bound begins with; without one the first. */
export function positionOfMin(from: readonly number[], min: number | undefined): number {
  return min === undefined
    ? 0
    : Math.max(
        0,
        from.findLastIndex((bound) => bound <= min),
      )
}

/** Returns the bucket before which an upper bound ends; without one, past the last. */
export function positionOfMax(from: readonly number[], max: number | undefined): number {
  const position = max === undefined ? -1 : from.findIndex((bound) => bound >= max)
  return position < 0 ? from.length : position
}

/** Returns the bound of a position; undefined at the ends, where nothing is bounded. */
export function boundAt(from: readonly number[], position: number): number | undefined {
  return position <= 0 || position >= from.length ? undefined : from[position]
}

/** Heights of bars, 0 to 1: by the root, so that a rare value is seen beside a common one. */
export function heightsOf(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return counts.map((count) => Math.sqrt(count / most))
}
