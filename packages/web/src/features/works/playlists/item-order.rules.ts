/** Finds where an item of a list goes, as the server receives it and as it is shown meanwhile. */

export interface Move<T> {
  readonly items: readonly T[]
  /** The item that it goes in front of; null for the end. */
  readonly before: string | null
}

export type Direction = 'up' | 'down' | 'top' | 'end'

/** Which row an item goes to from this one. */
export const rowTowards = (direction: Direction, from: number, total: number): number =>
  ({ up: from - 1, down: from + 1, top: 0, end: total - 1 })[direction]

/** Returns undefined where nothing moves. */
export function movedTo<T extends { readonly id: string }>(
  items: readonly T[],
  from: number,
  to: number,
): Move<T> | undefined {
  const item = items[from]
  if (!item || from === to || to < 0 || to >= items.length) return undefined
  const rest = items.filter((_, at) => at !== from)
  return { items: [...rest.slice(0, to), item, ...rest.slice(to)], before: rest[to]?.id ?? null }
}

/** Returns the row that a pointer at this height is over; the nearest end above and below all. */
export function rowAt(rows: readonly { readonly top: number; readonly bottom: number }[], y: number): number {
  const at = rows.findIndex(({ bottom }) => y < bottom)
  return at < 0 ? rows.length - 1 : at
}
