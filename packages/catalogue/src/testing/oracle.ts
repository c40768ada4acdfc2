/** The catalogue said as plainly as possible: filter the rows, sort them, cut the page. Slow, and obviously right. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Found } from '../catalogue.ts'
import { representativesOf } from '../delta.ts'
import { isVisibleRow, matchesFilter } from '../match.ts'
import type { Viewer, WorkQuery } from '../query.ts'
import { shuffle } from '../random.rules.ts'
import type { WorkRow } from '../row.ts'
import { directions, rankValue } from '../sorts.ts'

export function listPlainly(rows: readonly WorkRow[], query: WorkQuery, viewer: Viewer): Found {
  const counted = countedRows(rows, query.editions, viewer).filter((row) => matchesFilter(row, query))
  const value = (row: WorkRow) =>
    query.sort === 'random'
      ? shuffle(row.key, query.seed)
      : rankValue(query.sort, row[directions[query.sort].column])
  const sorted = counted.toSorted((a, b) => (value(a) === value(b) ? a.key - b.key : value(a) - value(b)))
  const keys = sorted.slice(query.offset, query.offset + query.limit).map(({ key }) => key)
  return { keys, total: counted.length }
}

export function countPlainly(
  rows: readonly WorkRow[],
  kind: EntityKind,
  viewer: Viewer,
): Map<number, number> {
  const counts = new Map<number, number>()
  for (const row of countedRows(rows, 'representative', viewer)) {
    for (const key of row.entities[kind]) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function countedRows(rows: readonly WorkRow[], editions: WorkQuery['editions'], viewer: Viewer): WorkRow[] {
  const visible = rows.filter((row) => isVisibleRow(row, viewer))
  return editions === 'all' ? visible : representativesOf(visible, viewer)
}
