/** A page of base and delta together. */

import { tierOf } from '../delta/match.ts'
import { unknown } from '../model/columns.ts'
import type { Generation } from '../model/generation.ts'
import { popularityOf } from '../model/growth.ts'
import { directions, rankValue } from '../model/orders.ts'
import { storedSortOf, type WorkQuery } from '../model/query.ts'
import { rowAt, type WorkRow } from '../model/row.ts'
import { shuffle } from './random.rules.ts'
/** Where a work stands in an order: the smaller comes first, ties go by key. */
export interface Placed {
  readonly key: number
  readonly tier: number
  readonly value: number
}

export interface Parts {
  /** A range of the base's own order, with the sort value of each work. */
  readonly slice: (offset: number, limit: number) => Placed[]
  /** The rows of the delta that match, with their sort values, in no order. */
  readonly rows: readonly Placed[]
  readonly offset: number
  readonly limit: number
}

/**
 * Merges the keys in order. At most all rows of the delta stand before the page, so the base is read from that many
 * places earlier; from there on the two are merged.
 */
export function mergePage({ slice, rows, offset, limit }: Parts): number[] {
  const start = Math.max(0, offset - rows.length)
  const base = slice(start, offset + limit - start)
  const delta = rows.toSorted(compare)
  const [first] = base
  // The base ends before the range begins: the page lies past the end of both.
  if (start > 0 && !first) return []
  const before = start > 0 && first ? delta.filter((row) => compare(row, first) < 0).length : 0
  const merged = merge(base, delta.slice(before))
  const standing = start + before
  return merged.slice(offset - standing, offset - standing + limit).map(({ key }) => key)
}

function merge(base: readonly Placed[], delta: readonly Placed[]): Placed[] {
  const merged: Placed[] = []
  let next = 0
  for (const row of delta) {
    for (; next < base.length && compare(base[next]!, row) < 0; next++) merged.push(base[next]!)
    merged.push(row)
  }
  return merged.concat(base.slice(next))
}

function compare(a: Placed, b: Placed): number {
  if (a.tier !== b.tier) return a.tier - b.tier
  return a.value === b.value ? a.key - b.key : a.value - b.value
}

/** The sort values of one work in any order. */

export function placeOf(row: WorkRow, query: WorkQuery): Placed {
  const { sort, seed, period, search } = query
  const { key } = row
  if (sort === 'random') return { key, tier: 0, value: shuffle(key, seed) }
  const stored = storedSortOf(query)
  if (stored) return { key, tier: 0, value: rankValue(stored, row[directions[stored].column]) }
  if (sort === 'relevance' && search)
    return { key, tier: tierOf(row, search), value: rankValue('salesDesc', row.sales) }
  return { key, ...popularityOf(period === 'all' ? unknown : row.growth[period], row.sales) }
}

/** The same for a work of the base: a stored order compares a number of its columns, and no row is made. */
export function placeAt(generation: Generation, ordinal: number, query: WorkQuery): Placed {
  const { columns } = generation
  const key = columns.key[ordinal]!
  if (query.sort === 'random') return { key, tier: 0, value: shuffle(key, query.seed) }
  const stored = storedSortOf(query)
  if (!stored) return placeOf(rowAt(generation, ordinal), query)
  const value = rankValue(stored, columns[directions[stored].column][ordinal]!)
  return { key, tier: 0, value }
}
