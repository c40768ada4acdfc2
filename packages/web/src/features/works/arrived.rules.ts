/** A list that grows at its end: what stands does not move, whatever comes. */

interface Identified {
  readonly id: string
}

/**
 * Returns those that were here, as they are now, and what is new behind them in the order in which it came; `latest` has
 * the newest first.
 */
export function arrivedIn<T extends Identified>(
  before: readonly T[],
  latest: readonly T[],
  most: number,
): readonly T[] {
  const now = new Map(latest.map((one) => [one.id, one]))
  const known = new Set(before.map(({ id }) => id))
  const came = latest.filter(({ id }) => !known.has(id)).toReversed()
  return [...before.map((one) => now.get(one.id) ?? one), ...came].slice(0, most)
}
