/** What each order looks at and which way it runs. Unknown values come last both ways; ties go by ascending key. */

import type { WorkSort } from '@koedana/contract/filters.ts'
import type { Arena } from './arena.ts'
import type { Columns, InstantColumn, NumberColumn } from './columns.ts'
import { unknown } from './columns.ts'

/** `relevance`, `popular` and `random` are made of these or when they are asked for. */
export type StoredSort = Exclude<WorkSort, 'random' | 'relevance' | 'popular'>

interface Direction {
  readonly column: NumberColumn | InstantColumn
  readonly descending: boolean
}

const down = (column: Direction['column']): Direction => ({ column, descending: true })
const up = (column: Direction['column']): Direction => ({ column, descending: false })

export const directions: Readonly<Record<StoredSort, Direction>> = {
  recentlyAdded: down('addedAt'),
  recentlyCreated: down('createdAt'),
  recentlyUpdated: down('updatedAt'),
  releaseDateDesc: down('releaseDay'),
  releaseDateAsc: up('releaseDay'),
  salesDesc: down('sales'),
  priceAsc: up('price'),
  priceDesc: down('price'),
  ratingDesc: down('rating'),
  ratingCountDesc: down('ratingCount'),
  wishlistCountDesc: down('wishlistCount'),
  reviewCountDesc: down('reviewCount'),
  durationDesc: down('duration'),
}

/** The smaller comes first; unknown is larger than everything. */
export function rankValue(sort: StoredSort, value: number): number {
  if (Number.isNaN(value) || value === unknown) return Number.POSITIVE_INFINITY
  return directions[sort].descending ? -value : value
}

/** All ordinals in one order. */
export function buildOrder(arena: Arena, columns: Columns, sort: StoredSort): Uint32Array {
  const values = columns[directions[sort].column]
  const ranked = Float64Array.from(values, (value) => rankValue(sort, value))
  const distinct = distinctSorted(ranked)
  // Place and ordinal in one number below 2^53, so that one native sort decides both.
  const packed = new Float64Array(columns.count)
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    packed[ordinal] = placeOf(distinct, ranked[ordinal]!) * columns.count + ordinal
  }
  packed.sort()
  const order = arena.uint32(columns.count)
  for (let at = 0; at < columns.count; at++) order[at] = packed[at]! % columns.count
  return order
}

/** Where each ordinal stands in an order. */
export function buildRanks(arena: Arena, order: Uint32Array): Uint32Array {
  const ranks = arena.uint32(order.length)
  for (let at = 0; at < order.length; at++) ranks[order[at]!] = at
  return ranks
}

function distinctSorted(values: Float64Array): Float64Array {
  const sorted = values.slice().sort()
  let kept = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[kept - 1]) sorted[kept++] = sorted[at]!
  }
  return sorted.subarray(0, kept)
}

function placeOf(distinct: Float64Array, value: number): number {
  let low = 0
  let high = distinct.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (distinct[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
