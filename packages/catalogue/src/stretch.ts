/** A range as a part of a sort order: found by halving, whatever the size of the catalogue. */
import { type Columns, unknown } from './columns.ts'
import type { Orders } from './orders.ts'
import type { Range } from './query.ts'
import { directions, type StoredSort } from './sorts.ts'

export interface Ordered {
  readonly columns: Columns
  readonly orders: Orders
}

/** The works inside the range stand at `start … end - 1` of `sortsByColumn[range.column]`. */
export function stretchBounds(
  { columns, orders }: Ordered,
  { column, min, max }: Range,
): { start: number; end: number } {
  const sort = sortsByColumn[column]
  const { ordinals } = orders[sort]
  const values = columns[column]
  const descending = directions[sort].descending
  // Unknown values stand last in both directions.
  const isPast = (value: number) => value === unknown || (descending ? value < min : value > max)
  const isReached = (value: number) => value === unknown || (descending ? value <= max : value >= min)
  const start = firstWhere(ordinals, (ordinal) => isReached(values[ordinal]!))
  const end = firstWhere(ordinals, (ordinal) => isPast(values[ordinal]!))
  return { start, end: Math.max(start, end) }
}

export const sortsByColumn: Readonly<Record<Range['column'], StoredSort>> = {
  price: 'priceAsc',
  sales: 'salesDesc',
  wishlistCount: 'wishlistCountDesc',
  rating: 'ratingDesc',
  ratingCount: 'ratingCountDesc',
  reviewCount: 'reviewCountDesc',
  duration: 'durationDesc',
  releaseDay: 'releaseDateDesc',
}

/** The first place from which on the condition holds. */
function firstWhere(ordinals: Uint32Array, holds: (ordinal: number) => boolean): number {
  let low = 0
  let high = ordinals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(ordinals[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
