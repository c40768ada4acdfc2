/** A page of works, in order, and how many there are. */

import { type Found, storedSortOf, type Viewer, type WorkFilter, type WorkQuery } from '../model/query.ts'
import type { State } from '../query/base.ts'
import { executeFilter, executeFilterToBits, type FilterResult, startOf, totalOf } from '../query/execute.ts'
import { mergePage, placeAt, placeOf } from './merge.ts'
import { pageOf } from './page.ts'
import type { Segments } from './segments.ts'

/** What pages are made from. */
export interface ListedState extends State {
  readonly segments: Segments
}

export function list(state: ListedState, query: WorkQuery, viewer: Viewer): Found {
  return listCompiled(state, query, viewer) ?? listByFilter(state, query, viewer)
}

/** How many works match. */
export function count(state: State, filter: WorkFilter, viewer: Viewer): number {
  return (
    listCompiled(state, { ...filter, ...beyond }, viewer)?.total ??
    totalOf(executeFilter(state, filter, viewer))
  )
}

/** A page past the end of all: works are counted, and none is looked up. */
const beyond = { sort: 'salesDesc', seed: 0, period: 'all', offset: 2_147_483_646, limit: 1 } as const

/** Runs as one call of the kernel, where nothing changed since the base was built. */
function listCompiled(state: State, query: WorkQuery, viewer: Viewer): Found | undefined {
  const { base, delta } = state
  if (delta.changed.size > 0 || !base.compiledList) return undefined
  return base.compiledList(query, startOf(state, query, viewer))
}

function listByFilter(state: ListedState, query: WorkQuery, viewer: Viewer): Found {
  const { columns, generation } = state.base
  const { slice, found } = orderOf(state, query, viewer)
  const { offset, limit } = query
  if (found.rows.length === 0) {
    const ordinals = slice(offset, limit)
    return { keys: Array.from(ordinals, (ordinal) => columns.key[ordinal]!), total: totalOf(found) }
  }
  const keys = mergePage({
    slice: (start, length) =>
      Array.from(slice(start, length), (ordinal) => placeAt(generation, ordinal, query)),
    rows: found.rows.map((row) => placeOf(row, query)),
    offset,
    limit,
  })
  return { keys, total: totalOf(found) }
}

interface Ordered {
  readonly found: FilterResult
  /** A range of the base's own order. */
  readonly slice: (offset: number, limit: number) => Uint32Array
}

function orderOf(state: ListedState, query: WorkQuery, viewer: Viewer): Ordered {
  const { segments } = state
  const { generation, kernel } = state.base
  const { seed, search, period } = query
  const sort = query.sort === 'random' ? query.sort : storedSortOf(query)
  if (sort !== undefined) {
    const found = executeFilter(state, query, viewer)
    const { matched } = found
    return {
      found,
      slice: (offset, limit) => pageOf(generation, kernel, { matched, page: { sort, seed, offset, limit } }),
    }
  }
  const found = executeFilterToBits(state, query, viewer)
  const { bits } = found.matched
  if (query.sort === 'relevance' && search)
    return { found, slice: (offset, limit) => segments.byRelevance(bits, search, { offset, limit }) }
  if (period === 'all') throw new Error('of all time there is a stored order')
  return { found, slice: (offset, limit) => segments.byGrowth(found.matched, period, { offset, limit }) }
}
