/** Computes the positions of playlist items, and which part of a long playlist is played. */

export interface PositionedItem {
  readonly id: string
  readonly position: number
}

/** The distance between positions, so that most moves change one row only. */
const gap = 65_536

/**
 * Inserts items in front of another, or at the end if `before` is null. Returns the changed rows, or undefined if the other item does
 * not exist. `order` must be sorted; IDs that it already contains are moved.
 */
export function insertBefore(
  order: readonly PositionedItem[],
  ids: readonly string[],
  before: string | null,
): PositionedItem[] | undefined {
  const moving = new Set(ids)
  const rest = order.filter(({ id }) => !moving.has(id))
  const at = before === null ? rest.length : rest.findIndex(({ id }) => id === before)
  if (at < 0) return undefined
  const positions = positionsBetween(rest[at - 1]?.position, rest[at]?.position, ids.length)
  if (positions) return ids.flatMap((id, n) => positioned(id, positions[n]))
  const all = [...rest.slice(0, at).map(({ id }) => id), ...ids, ...rest.slice(at).map(({ id }) => id)]
  return all.map((id, n) => ({ id, position: (n + 1) * gap }))
}

const positioned = (id: string, position: number | undefined): PositionedItem[] =>
  position === undefined ? [] : [{ id, position }]

/** Returns undefined if the gap is too small for that many positions. */
function positionsBetween(
  after: number | undefined,
  before: number | undefined,
  count: number,
): number[] | undefined {
  const span = gap * (count + 1)
  const low = after ?? (before === undefined ? 0 : before - span)
  const high = before ?? low + span
  const step = Math.floor((high - low) / (count + 1))
  return step < 1 ? undefined : Array.from({ length: count }, (_, n) => low + step * (n + 1))
}

export interface Part {
  readonly start: number
  /** The exclusive end index. */
  readonly end: number
}

/**
 * Returns the range around an item that has at most `most` tracks in total. The item itself is always included; following items are
 * added first, then preceding ones.
 */
export function findPlayedPart(trackCounts: readonly number[], at: number, most: number): Part {
  let [start, end, left] = [at, at, most]
  const fits = (index: number): boolean => index === at || (trackCounts[index] ?? 0) <= left
  while (end < trackCounts.length && fits(end)) {
    left -= trackCounts[end] ?? 0
    end += 1
  }
  while (start > 0 && fits(start - 1)) {
    start -= 1
    left -= trackCounts[start] ?? 0
  }
  return { start, end }
}
