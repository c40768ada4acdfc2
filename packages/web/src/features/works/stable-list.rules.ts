/** A list that grows at its end, so that existing items never move. */

interface Identified {
  readonly id: string
}

/** Returns the known items in their latest version, then new items in order of arrival. `latest` is sorted newest first. */
export function appendArrived<T extends Identified>(
  before: readonly T[],
  latest: readonly T[],
  max: number,
): readonly T[] {
  const now = new Map(latest.map((one) => [one.id, one]))
  const known = new Set(before.map(({ id }) => id))
  const came = latest.filter(({ id }) => !known.has(id)).toReversed()
  return [...before.map((one) => now.get(one.id) ?? one), ...came].slice(0, max)
}
