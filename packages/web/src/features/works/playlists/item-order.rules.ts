/** Computes moves of items within a list, for the server and for the display. */

export interface Move<T> {
  readonly items: readonly T[]
  /** The ID of the item that follows after the move; null at the end. */
  readonly before: string | null
}

export type Direction = 'up' | 'down' | 'top' | 'end'

/** Returns the row that an item moves to. */
export const rowTowards = (direction: Direction, from: number, total: number): number =>
  ({ up: from - 1, down: from + 1, top: 0, end: total - 1 })[direction]

/** Returns undefined if nothing moves. */
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

/** Returns the row at a y coordinate; the first or last row if it is outside. */
export function rowAt(rows: readonly { readonly top: number; readonly bottom: number }[], y: number): number {
  const at = rows.findIndex(({ bottom }) => y < bottom)
  return at < 0 ? rows.length - 1 : at
}
