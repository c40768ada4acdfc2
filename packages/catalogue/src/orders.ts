/** Every work in every stored order. */
import type { Arena } from './arena.ts'
import type { Columns } from './columns.ts'
import { buildOrder, buildRanks, directions, type StoredSort } from './sorts.ts'

export interface Order {
  /** Ordinals, first to last. */
  readonly ordinals: Uint32Array
  /** Where each ordinal stands. */
  readonly ranks: Uint32Array
}

export type Orders = Readonly<Record<StoredSort, Order>>

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
