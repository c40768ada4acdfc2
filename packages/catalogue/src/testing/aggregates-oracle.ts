/** Facets and ranks said plainly, over the works that the plain list answers. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Viewer, WorkFilter, WorkQuery } from '../query.ts'
import type { WorkRow } from '../row.ts'
import { listPlainly } from './oracle.ts'

export function passedPlainly(rows: readonly WorkRow[], filter: WorkFilter, viewer: Viewer): WorkRow[] {
  const query: WorkQuery = {
    ...filter,
    sort: 'salesDesc',
    seed: 0,
    period: 'all',
    offset: 0,
    limit: rows.length,
  }
  const keys = new Set(listPlainly(rows, query, viewer).keys)
  return rows.filter(({ key }) => keys.has(key))
}

/** An include of which any is enough leaves its own kind out. */
export function countKindPlainly(
  rows: readonly WorkRow[],
  kind: EntityKind,
  asked: { filter: WorkFilter; viewer: Viewer },
) {
  const included = asked.filter.included.filter((one) => one.kind !== kind || one.match === 'all')
  const counts = new Map<number, number>()
  for (const row of passedPlainly(rows, { ...asked.filter, included }, asked.viewer))
    for (const key of row.entities[kind]) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Key and value of every entity that is there, in order; ties by key, as ids go with keys in these tests. */
export function rankPlainly(
  rows: readonly WorkRow[],
  { kind, sort }: { kind: EntityKind; sort: EntitySort },
  { filter, viewer }: { filter: WorkFilter; viewer: Viewer },
): { key: number; workCount: number; value: number }[] {
  const counted = passedPlainly(rows, filter, viewer)
  const all = passedPlainly(rows, { ...filter, editions: 'all' }, viewer)
  const keys = [...new Set(counted.flatMap((row) => row.entities[kind]))]
  const having = (some: readonly WorkRow[], key: number) =>
    some.filter((row) => row.entities[kind].includes(key))
  const ranked = keys.map((key) => {
    const workCount = having(counted, key).length
    return { key, workCount, value: sort === 'workCountDesc' ? workCount : worth(having(all, key), sort) }
  })
  const falling = (value: number) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : -value)
  return ranked.sort((a, b) => {
    const [left, right] = [falling(a.value), falling(b.value)]
    return left === right ? a.key - b.key : left - right
  })
}

function worth(works: readonly WorkRow[], sort: EntitySort): number {
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
  const columns = {
    Sales: 'sales',
    Rating: 'rating',
    RatingCount: 'ratingCount',
    WishlistCount: 'wishlistCount',
    ReviewCount: 'reviewCount',
  } as const
  const field = Object.entries(columns).find(([name]) => name === column)?.[1] ?? 'sales'
  const known = works.map((row) => row[field]).filter((value) => value !== -(2 ** 31))
  if (known.length === 0) return Number.NaN
  const total = known.reduce((sum, value) => sum + value, 0)
  return form === 'average' ? total / known.length : total
}
