/** Lists a page of works from base and delta, with the exact total. */

import { relevanceTierOf } from '../delta/match.ts'
import { directions, type Generation, popularityOf, rankValue, unknown } from '../model/generation.ts'
import {
  type ListResult,
  storedSortOf,
  type Viewer,
  type WorkFilter,
  type WorkQuery,
} from '../model/query.ts'
import { rowAt, type WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import {
  executeFilter,
  executeFilterToBits,
  type FilterResult,
  findStart,
  totalOf,
} from '../query/execute.ts'
import { pageOf, type Segments } from './page.ts'
import { shuffle } from './random.rules.ts'

export interface ListedState extends State {
  readonly segments: Segments
}

export function list(state: ListedState, query: WorkQuery, viewer: Viewer): ListResult {
  return listCompiled(state, query, viewer) ?? listByFilter(state, query, viewer)
}

export function count(state: State, filter: WorkFilter, viewer: Viewer): number {
  return (
    listCompiled(state, { ...filter, ...pastEnd }, viewer)?.total ??
    totalOf(executeFilter(state, filter, viewer))
  )
}

/** A page past the end, so that works are counted but none is looked up. */
const pastEnd = { sort: 'salesDesc', seed: 0, period: 'all', offset: 2_147_483_646, limit: 1 } as const

/** Runs the query as one call of the kernel, if nothing changed since the base was built. */
function listCompiled(state: State, query: WorkQuery, viewer: Viewer): ListResult | undefined {
  const { base, delta } = state
  if (delta.changed.size > 0 || !base.compiledList) return undefined
  return base.compiledList(query, findStart(state, query, viewer))
}

function listByFilter(state: ListedState, query: WorkQuery, viewer: Viewer): ListResult {
  const { columns, generation } = state.base
  const { slice, found } = orderOf(state, query, viewer)
  const { offset, limit } = query
  if (found.rows.length === 0) {
    const ordinals = slice(offset, limit)
    return { keys: Array.from(ordinals, (ordinal) => columns.key[ordinal]!), total: totalOf(found) }
  }
  const keys = mergePage({
    slice: (start, length) =>
      Array.from(slice(start, length), (ordinal) => positionAt(generation, ordinal, query)),
    rows: found.rows.map((row) => positionOf(row, query)),
    offset,
    limit,
  })
  return { keys, total: totalOf(found) }
}

interface OrderedResult {
  readonly found: FilterResult
  /** Returns a range of the base's matches in order. */
  readonly slice: (offset: number, limit: number) => Uint32Array
}

function orderOf(state: ListedState, query: WorkQuery, viewer: Viewer): OrderedResult {
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

/** The position of a work in an order: lower values come first, ties are broken by key. */
export interface SortPosition {
  readonly key: number
  readonly tier: number
  readonly value: number
}

export interface MergeInput {
  /** Returns a range of the base's matches in order, with the sort values of each work. */
  readonly slice: (offset: number, limit: number) => SortPosition[]
  /** The rows of the delta that match, with their sort values, in no order. */
  readonly rows: readonly SortPosition[]
  readonly offset: number
  readonly limit: number
}

/** Merges base and delta. At most all rows of the delta precede the page, so the base is read from that many positions earlier. */
function mergePage({ slice, rows, offset, limit }: MergeInput): number[] {
  const start = Math.max(0, offset - rows.length)
  const base = slice(start, offset + limit - start)
  const delta = dropPastPage(rows, base, offset + limit - start).toSorted(compare)
  const [first] = base
  // The base ends before the range starts, so the page is past the end of both.
  if (start > 0 && !first) return []
  const before = start > 0 && first ? delta.filter((row) => compare(row, first) < 0).length : 0
  const merged = merge(base, delta.slice(before))
  const standing = start + before
  return merged.slice(offset - standing, offset - standing + limit).map(({ key }) => key)
}

/** Drops the rows after the last work of the base that can be on the page, usually almost all. */
function dropPastPage(
  rows: readonly SortPosition[],
  base: readonly SortPosition[],
  whole: number,
): readonly SortPosition[] {
  const last = base[whole - 1]
  return last ? rows.filter((row) => compare(row, last) < 0) : rows
}

function merge(base: readonly SortPosition[], delta: readonly SortPosition[]): SortPosition[] {
  const merged: SortPosition[] = []
  let next = 0
  for (const row of delta) {
    for (; next < base.length && compare(base[next]!, row) < 0; next++) merged.push(base[next]!)
    merged.push(row)
  }
  return merged.concat(base.slice(next))
}

function compare(a: SortPosition, b: SortPosition): number {
  if (a.tier !== b.tier) return a.tier - b.tier
  return a.value === b.value ? a.key - b.key : a.value - b.value
}

/** Returns the sort values of a row in the order of the query. */
function positionOf(row: WorkRow, query: WorkQuery): SortPosition {
  const { sort, seed, period, search } = query
  const { key } = row
  if (sort === 'random') return { key, tier: 0, value: shuffle(key, seed) }
  const stored = storedSortOf(query)
  if (stored) return { key, tier: 0, value: rankValue(stored, row[directions[stored].column]) }
  if (sort === 'relevance' && search)
    return { key, tier: relevanceTierOf(row, search), value: rankValue('salesDesc', row.sales) }
  return { key, ...popularityOf(period === 'all' ? unknown : row.growth[period], row.sales) }
}

/** Does the same for a work of the base. For stored orders it reads one column instead of building a row. */
function positionAt(generation: Generation, ordinal: number, query: WorkQuery): SortPosition {
  const { columns } = generation
  const key = columns.key[ordinal]!
  if (query.sort === 'random') return { key, tier: 0, value: shuffle(key, query.seed) }
  const stored = storedSortOf(query)
  if (!stored) return positionOf(rowAt(generation, ordinal), query)
  const value = rankValue(stored, columns[directions[stored].column][ordinal]!)
  return { key, tier: 0, value }
}
