/** A page of base and delta together. */
import type { Columns } from './columns.ts'
import type { WorkQuery } from './query.ts'
import { shuffle } from './random.rules.ts'
import type { WorkRow } from './row.ts'
import { directions, rankValue } from './sorts.ts'

export interface Parts {
  readonly columns: Columns
  /** A stretch of the base's own order. */
  readonly slice: (offset: number, limit: number) => Uint32Array
  /** What of the delta passes, in no order. */
  readonly rows: readonly WorkRow[]
  readonly query: Pick<WorkQuery, 'sort' | 'seed' | 'offset' | 'limit'>
}

interface Placed {
  readonly value: number
  readonly key: number
}

/**
 * Keys in order. At most all rows of the delta stand before the page, so the base is read from that many places
 * earlier; from there on the two are merged.
 */
export function mergePage({ columns, slice, rows, query }: Parts): number[] {
  const { offset, limit } = query
  const start = Math.max(0, offset - rows.length)
  const base = Array.from(slice(start, offset + limit - start), (ordinal) =>
    place(atOrdinal(columns, query.sort, ordinal), query),
  )
  const delta = rows
    .map((row) => place({ key: row.key, stored: storedOf(row, query.sort) }, query))
    .sort(compare)
  const [first] = base
  // The base ends before the stretch begins: the page lies past the end of both.
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

const compare = (a: Placed, b: Placed) => (a.value === b.value ? a.key - b.key : a.value - b.value)

function place({ key, stored }: { key: number; stored: number }, { sort, seed }: Parts['query']): Placed {
  return { key, value: sort === 'random' ? shuffle(key, seed) : rankValue(sort, stored) }
}

function atOrdinal(columns: Columns, sort: WorkQuery['sort'], ordinal: number) {
  const key = columns.key[ordinal]!
  return { key, stored: sort === 'random' ? 0 : columns[directions[sort].column][ordinal]! }
}

const storedOf = (row: WorkRow, sort: WorkQuery['sort']) =>
  sort === 'random' ? 0 : row[directions[sort].column]
