/** A range as a part of a sort order: found by halving, whatever the size of the catalogue. */
import { unknown } from './columns.ts'
import type { Generation } from './generation.ts'
import type { Range } from './query.ts'
import { directions, type StoredSort } from './sorts.ts'

/** The ordinals of the works inside a range, in the order that sorts by its column. */
export function stretchOf({ columns, orders }: Generation, { column, min, max }: Range): Uint32Array {
  const sort = sortsByColumn[column]
  const { ordinals } = orders[sort]
  const values = columns[column]
  const descending = directions[sort].descending
  const known = firstWhere(ordinals, (ordinal) => values[ordinal]! === unknown)
  const inKnown = ordinals.subarray(0, known)
  const start = firstWhere(inKnown, (ordinal) =>
    descending ? values[ordinal]! <= max : values[ordinal]! >= min,
  )
  const end = firstWhere(inKnown, (ordinal) => (descending ? values[ordinal]! < min : values[ordinal]! > max))
  return ordinals.subarray(start, Math.max(start, end))
}

const sortsByColumn: Readonly<Record<Range['column'], StoredSort>> = {
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
