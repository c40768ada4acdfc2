/** Facets and ranks computed naively from the rows, as the expected results of tests. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { RankQuery } from '../aggregate/ranks.ts'
import { numberColumns } from '../model/generation.ts'
import type { Viewer, WorkFilter, WorkQuery } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { listNaively, matchNaively, originalOf } from './oracle.ts'

interface Conditions {
  readonly filter: WorkFilter
  readonly viewer: Viewer
}

/** Returns the works that lists show. */
export function listedNaively(rows: readonly WorkRow[], filter: WorkFilter, viewer: Viewer): WorkRow[] {
  const query: WorkQuery = {
    ...filter,
    sort: 'salesDesc',
    seed: 0,
    period: 'all',
    offset: 0,
    limit: rows.length,
  }
  const keys = new Set(listNaively(rows, query, viewer).keys)
  return rows.filter(({ key }) => keys.has(key))
}

/** Counts the groups with a matching edition that has the value; counts works if all editions are shown. */
export function countNaively<T>(
  rows: readonly WorkRow[],
  { filter, viewer }: Conditions,
  valuesOf: (row: WorkRow) => readonly T[],
): Map<T, number> {
  const having = new Map<T, Set<number>>()
  for (const row of matchNaively(rows, filter, viewer)) {
    for (const value of valuesOf(row)) {
      const counted = having.get(value) ?? new Set()
      having.set(value, counted.add(filter.editions === 'all' ? row.key : originalOf(row)))
    }
  }
  return new Map([...having].map(([value, counted]) => [value, counted.size]))
}

/** Counts by entity. Conditions with `match: 'any'` are ignored for their own kind. */
export function countKindNaively(
  rows: readonly WorkRow[],
  kind: EntityKind,
  { filter, viewer }: Conditions,
): Map<number, number> {
  const included = filter.included.filter((one) => one.kind !== kind || one.match === 'all')
  return countNaively(rows, { filter: { ...filter, included }, viewer }, ({ entities }) => entities[kind])
}

/** Returns all entities of the matching works in order, ties by ID. */
export function rankNaively(
  rows: readonly WorkRow[],
  { kind, sort, textOf }: Pick<RankQuery, 'kind' | 'sort' | 'textOf'>,
  conditions: Conditions,
): { key: number; workCount: number; value: number }[] {
  const all = matchNaively(rows, conditions.filter, conditions.viewer)
  const counts = countNaively(rows, conditions, ({ entities }) => entities[kind])
  const ranked = [...counts].map(([key, workCount]) => {
    const having = all.filter((row) => row.entities[kind].includes(key))
    return { key, workCount, value: sort === 'workCountDesc' ? workCount : aggregateValue(having, sort) }
  })
  const falling = (value: number) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : -value)
  const read = (key: number) => (sort === 'nameAsc' ? textOf(kind, key, 'reading') : '')
  return ranked.sort((a, b) => {
    const [left, right] = [falling(a.value), falling(b.value)]
    if (left !== right) return left - right
    return inOrder(read(a.key), read(b.key)) || inOrder(textOf(kind, a.key, 'id'), textOf(kind, b.key, 'id'))
  })
}

export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function aggregateValue(works: readonly WorkRow[], sort: EntitySort): number {
  const instants = {
    recentlyAdded: 'addedAt',
    recentlyCreated: 'createdAt',
    recentlyUpdated: 'updatedAt',
  } as const
  if (sort === 'recentlyAdded' || sort === 'recentlyCreated' || sort === 'recentlyUpdated') {
    const known = works.map((row) => row[instants[sort]]).filter((value) => !Number.isNaN(value))
    if (known.length === 0) return Number.NaN
    return sort === 'recentlyCreated' ? Math.min(...known) : Math.max(...known)
  }
  if (sort === 'nameAsc' || sort === 'workCountDesc') return Number.NaN
  const [, form, column] = /^(average|total)(\w+)Desc$/.exec(sort) ?? []
  const field = numberColumns.find((name) => name.toLowerCase() === column?.toLowerCase()) ?? 'sales'
  const known = works.map((row) => row[field]).filter((value) => value !== -(2 ** 31))
  if (known.length === 0) return Number.NaN
  const total = known.reduce((sum, value) => sum + value, 0)
  return form === 'average' ? total / known.length : total
}
