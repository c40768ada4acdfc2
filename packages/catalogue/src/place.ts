/** Where one work stands in an order that was asked for, whatever order it is. */

import { tierOf } from './match-text.ts'
import type { Placed } from './merge.ts'
import type { WorkQuery } from './query.ts'
import { shuffle } from './random.rules.ts'
import type { WorkRow } from './row.ts'
import { directions, rankValue } from './sorts.ts'

export function placeOf(row: WorkRow, query: WorkQuery): Placed {
  const { sort, seed, period, search } = query
  const { key } = row
  if (sort === 'random') return { key, tier: 0, value: shuffle(key, seed) }
  const stored = storedSortOf(query)
  if (stored) return { key, tier: 0, value: rankValue(stored, row[directions[stored].column]) }
  if (sort === 'relevance' && search)
    return { key, tier: tierOf(row, search), value: rankValue('salesDesc', row.sales) }
  const growth = period === 'all' ? row.sales : row.growth[period]
  return { key, tier: 0, value: rankValue('salesDesc', growth) }
}

/** The stored order that answers a query; undefined where none does. */
export function storedSortOf({ sort, period, search }: WorkQuery) {
  if (sort === 'relevance') return search ? undefined : 'releaseDateDesc'
  if (sort === 'popular') return period === 'all' ? 'salesDesc' : undefined
  return sort === 'random' ? undefined : sort
}
