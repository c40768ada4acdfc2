/** Every work in every stored order. */

import type { Arena } from '../memory/arena.ts'
import type { Columns } from '../model/columns.ts'
import { directions, type Order, type Orders, rankValue, type StoredSort } from '../model/orders.ts'
import { sortOrdinals } from './sort-ordinals.ts'

export function buildOrders(arena: Arena, columns: Columns): Orders {
  const orders: Partial<Record<StoredSort, Order>> = {}
  for (const sort of storedSorts) {
    const ordinals = buildOrder(arena, columns, sort)
    orders[sort] = { ordinals, ranks: buildRanks(arena, ordinals) }
  }
  if (!isComplete(orders)) throw new Error('an order is missing')
  return orders
}

const storedSorts = Object.keys(directions).filter((name): name is StoredSort => name in directions)

const isComplete = (orders: Partial<Orders>): orders is Orders => storedSorts.every((sort) => orders[sort])

/** All ordinals in one order. */
function buildOrder(arena: Arena, columns: Columns, sort: StoredSort): Uint32Array {
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
function buildRanks(arena: Arena, order: Uint32Array): Uint32Array {
  const ranks = arena.uint32(order.length)
  for (let at = 0; at < order.length; at++) ranks[order[at]!] = at
  return ranks
}
