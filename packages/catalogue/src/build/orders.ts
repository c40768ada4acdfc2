/**
 * Builds every stored order, and the cumulative bitmaps of each range column: bitsets of the first works of its order, at even steps.
 * A range of any width is the difference of two bitsets plus the few works between a step and the end of the range.
 */

import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type Arena, setBit, wordsFor } from '../memory/arena.ts'
import { freeArrays } from '../memory/temporary-arrays.ts'
import {
  type Columns,
  type CumulativeBitmaps,
  directions,
  type NumberColumn,
  numberColumns,
  type Order,
  type Orders,
  rankValue,
  type StoredSort,
  sampleShift,
  sortsByColumn,
} from '../model/generation.ts'
import { createSorter } from './sort-ordinals.ts'

export function buildOrders(arena: Arena, columns: Columns): Orders {
  const orders: Partial<Record<StoredSort, Order>> = {}
  const ranked = new Float64Array(columns.count)
  const sorter = createSorter(ranked)
  for (const sort of storedSorts) {
    const values = columns[directions[sort].column]
    for (let ordinal = 0; ordinal < columns.count; ordinal++)
      ranked[ordinal] = rankValue(sort, values[ordinal]!)
    const ordinals = arena.uint32(columns.count)
    sorter.sort(ordinals)
    orders[sort] = { ordinals, ranks: buildRanks(arena, ordinals) }
  }
  sorter.end()
  freeArrays(ranked)
  if (!isComplete(orders)) throw new Error('an order is missing')
  return orders
}

const storedSorts = Object.keys(directions).filter((name): name is StoredSort => name in directions)

const isComplete = (orders: Partial<Orders>): orders is Orders => storedSorts.every((sort) => orders[sort])

function buildRanks(arena: Arena, order: Uint32Array): Uint32Array {
  const ranks = arena.uint32(order.length)
  for (let at = 0; at < order.length; at++) ranks[order[at]!] = at
  return ranks
}

/** Bitmaps per column: each costs one bit per work. At each end of a range, at most 1/32 of the works are fixed up. */
const bitmapsPerColumn = 32

export function buildCumulativeBitmaps(
  arena: Arena,
  columns: Columns,
  orders: Orders,
): Readonly<Record<NumberColumn, CumulativeBitmaps>> {
  const build = (column: NumberColumn) => {
    const { ordinals } = orders[sortsByColumn[column]]
    return { ...buildBitmaps(arena, ordinals), samples: buildSamples(arena, columns[column], ordinals) }
  }
  return recordOf(numberColumns, build)
}

function buildBitmaps(arena: Arena, ordinals: Uint32Array): Omit<CumulativeBitmaps, 'samples'> {
  const stride = Math.max(1, Math.ceil(ordinals.length / bitmapsPerColumn))
  const width = wordsFor(ordinals.length)
  const whole = Math.floor(ordinals.length / stride)
  const words = arena.uint32(whole * width)
  const reached = new Uint32Array(width)
  for (let step = 1; step <= whole; step++) {
    for (let at = (step - 1) * stride; at < step * stride; at++) setBit(reached, ordinals[at]!)
    words.set(reached, (step - 1) * width)
  }
  return { stride, words }
}

function buildSamples(arena: Arena, values: Int32Array, ordinals: Uint32Array): Int32Array {
  const samples = arena.int32(Math.ceil(ordinals.length / 2 ** sampleShift))
  for (let at = 0; at < samples.length; at++) samples[at] = values[ordinals[at << sampleShift]!]!
  return samples
}
