/** What each order looks at and which way it runs. Unknown values come last both ways; ties go by ascending key. */

import type { WorkSort } from '@koedana/contract/filters.ts'
import type { Arena } from './arena.ts'
import type { Columns, InstantColumn, NumberColumn } from './columns.ts'
import { unknown } from './columns.ts'
import { sortOrdinals } from './sort-ordinals.ts'

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
  const ranked = new Float64Array(columns.count)
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    ranked[ordinal] = rankValue(sort, values[ordinal]!)
  }
  const order = arena.uint32(columns.count)
  order.set(sortOrdinals(ranked))
  return order
}

/** Where each ordinal stands in an order. */
export function buildRanks(arena: Arena, order: Uint32Array): Uint32Array {
  const ranks = arena.uint32(order.length)
  for (let at = 0; at < order.length; at++) ranks[order[at]!] = at
  return ranks
}
