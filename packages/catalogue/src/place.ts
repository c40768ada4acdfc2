/** Where one work stands in an order that was asked for, whatever order it is. */

import { unknown } from './columns.ts'
import type { Generation } from './generation.ts'
import { popularityOf } from './growth.ts'
import { tierOf } from './match-text.ts'
import type { Placed } from './merge.ts'
import type { WorkQuery } from './query.ts'
import { shuffle } from './random.rules.ts'
import { rowAt, type WorkRow } from './row.ts'
import { directions, rankValue } from './sorts.ts'

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

/** The same of a work of the base: what a stored order looks at is a number of its columns, and no row is made. */
export function placeAt(generation: Generation, ordinal: number, query: WorkQuery): Placed {
  const { columns } = generation
  const key = columns.key[ordinal]!
  if (query.sort === 'random') return { key, tier: 0, value: shuffle(key, query.seed) }
  const stored = storedSortOf(query)
  if (!stored) return placeOf(rowAt(generation, ordinal), query)
  const value = rankValue(stored, columns[directions[stored].column][ordinal]!)
  return { key, tier: 0, value }
}

/** The stored order that answers a query; undefined where none does. */
export function storedSortOf({ sort, period, search }: WorkQuery) {
  if (sort === 'relevance') return search ? undefined : 'releaseDateDesc'
  if (sort === 'popular') return period === 'all' ? 'salesDesc' : undefined
  return sort === 'random' ? undefined : sort
}
