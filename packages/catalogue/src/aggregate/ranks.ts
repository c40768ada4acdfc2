/** Ranks entities by aggregates of their works (counts, averages, totals, latest instants) or by name. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import { aggregatedFields } from '@koedana/contract/field-lists.ts'
import { recordFrom } from '@koedana/contract/kit/record-of.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { eachOrdinal } from '../memory/arena.ts'
import { entitiesOf, type InstantColumn, type NumberColumn, unknown } from '../model/generation.ts'
import type { Viewer, WorkFilter } from '../model/query.ts'
import type { State } from '../query/base.ts'
import { executeFilterToBits, type FilterResult, type MatchedBits } from '../query/execute.ts'
import { countEntitiesOf } from './counts.ts'
import { createIdOrder, createNameOrder, type TextOf } from './entity-order.ts'
import { findNthSmallest } from './nth-smallest.rules.ts'

export interface RankQuery {
  readonly kind: EntityKind
  readonly filter: WorkFilter
  readonly sort: EntitySort
  readonly offset: number
  readonly limit: number
  /** If defined, only these keys are ranked, because the query searches by name. */
  readonly only?: ReadonlySet<number> | undefined
  readonly textOf: TextOf
}

export interface RankedKeys {
  readonly items: readonly RankedKey[]
  readonly total: number
}

export interface RankedKey {
  readonly key: number
  readonly workCount: number
  /** The aggregate that decides the rank; NaN if it is unknown or not a number. Instants are in milliseconds, ratings in hundredths. */
  readonly value: number
}

/** Counts editions once per group; averages and totals use the numbers of each matching edition. */
export function rankEntities(state: State, query: RankQuery, viewer: Viewer): RankedKeys {
  const { kind, filter, only } = query
  const found = executeFilterToBits(state, filter, viewer)
  const counts = countEntitiesOf(state, kind, found)
  const aggregate = aggregateValuesOf(state, query, { counts, found: found })
  const keys = selectKeys(counts, only)
  const total = keys.length
  const end = Math.min(query.offset + query.limit, total)
  if (query.offset >= end) return { items: [], total }
  const items = sortKeys(state, query, { keys, aggregate, end, viewer })
    .slice(query.offset, end)
    .map((key) => ({ key, workCount: counts[key]!, value: aggregate(key) }))
  return { items, total }
}

function selectKeys(counts: Uint32Array, only: ReadonlySet<number> | undefined): Uint32Array {
  const keys = new Uint32Array(counts.length)
  let length = 0
  for (let key = 0; key < counts.length; key++)
    if (counts[key]! > 0 && (!only || only.has(key))) keys[length++] = key
  return keys.subarray(0, length)
}

interface OrderRequest {
  readonly keys: Uint32Array
  readonly aggregate: AggregateValue
  /** Number of entities that must be in order. */
  readonly end: number
  readonly viewer: Viewer
}

/** Sorts only the entities that can be on the page or before it: there are many makers, most with equal values. */
function sortKeys(state: State, query: RankQuery, { keys, aggregate, end, viewer }: OrderRequest): number[] {
  const { kind, sort, textOf } = query
  const value =
    sort === 'nameAsc' ? createNameRank(state, kind, { keys, viewer }) : sortValueDescending(aggregate)
  const values = new Float64Array(keys.length)
  for (let at = 0; at < keys.length; at++) values[at] = value(keys[at]!)
  const bound = findNthSmallest(values, keys.length, end)
  const near: number[] = []
  for (let at = 0; at < keys.length; at++) if (values[at]! <= bound) near.push(keys[at]!)
  const compareAlike =
    sort === 'nameAsc' ? createNameOrder(state, kind, { textOf, viewer }) : createIdOrder(state, kind, textOf)
  return near.sort((a, b) => compare(value(a), value(b)) || compareAlike(a, b))
}

/** Sorts larger values first, unknown values last. */
const sortValueDescending =
  (aggregate: AggregateValue): AggregateValue =>
  (key) => {
    const value = aggregate(key)
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : -value
  }

/** Returns the rank by name. All ranks are equal if some names differ from those of the base, so that the texts decide. */
function createNameRank(
  { base, delta }: State,
  kind: EntityKind,
  { keys, viewer }: Pick<OrderRequest, 'keys' | 'viewer'>,
): AggregateValue {
  const { nameRanks } = base.generation.names[kind]
  const changed = delta.names[kind].size + (viewer.names?.readOtherwise(kind).size ?? 0)
  const isKnown = changed === 0 && (keys.at(-1) ?? 0) < nameRanks.length
  return isKnown ? (key) => nameRanks[key]! : () => 0
}

/** Avoids `Infinity - Infinity`, which is NaN. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** Returns a number by entity key; NaN if it is unknown or not a number. Instants are in milliseconds, ratings in hundredths. */
export type AggregateValue = (key: number) => number

export interface CountedEntities {
  readonly counts: Uint32Array
  /** Every matching edition counts with its own numbers, shown or hidden. */
  readonly found: FilterResult<MatchedBits>
}

/** The result is valid until the next query. */
export function aggregateValuesOf(
  state: State,
  { kind, sort }: { kind: EntityKind; sort: EntitySort },
  { counts, found }: CountedEntities,
): AggregateValue {
  const measure = measures[sort]
  if (measure === 'name') return () => Number.NaN
  if (measure === 'count') return (key) => counts[key]!
  if ('instant' in measure) {
    const instants = instantsOf(state, kind, { measure, found })
    return (key) => instants.get(key) ?? Number.NaN
  }
  const { sums, known } = sumsOf(state, kind, { column: measure.column, found })
  // If no value is known, 0 / 0 is NaN.
  if (measure.isAverage) return (key) => sums[key]! / known[key]!
  return (key) => (known[key]! > 0 ? sums[key]! : Number.NaN)
}

type Measure =
  | 'count'
  | 'name'
  | { readonly column: NumberColumn; readonly isAverage: boolean }
  | { readonly instant: InstantColumn; readonly pick: (a: number, b: number) => number }

const average = (column: NumberColumn): Measure => ({ column, isAverage: true })
const total = (column: NumberColumn): Measure => ({ column, isAverage: false })

const measures: Readonly<Record<EntitySort, Measure>> = {
  workCountDesc: 'count',
  ...recordFrom(aggregatedFields.map((field) => [workFields[field].average, average(field)])),
  ...recordFrom(aggregatedFields.map((field) => [workFields[field].total, total(field)])),
  recentlyAdded: { instant: 'addedAt', pick: Math.max },
  // An entity is as old as its first work record.
  recentlyCreated: { instant: 'createdAt', pick: Math.min },
  recentlyUpdated: { instant: 'updatedAt', pick: Math.max },
  nameAsc: 'name',
}

interface Sums {
  readonly sums: Float64Array
  readonly known: Uint32Array
}

function sumsOf(
  { base }: State,
  kind: EntityKind,
  { column, found }: { column: NumberColumn; found: FilterResult<MatchedBits> },
): Sums {
  const { kernel, columns, tallies } = base
  const { sums, known } = tallies[kind]
  sums.fill(0)
  known.fill(0)
  const tally = { values: columns[column], sums, known }
  for (const bits of bitsOf(found)) {
    if (kind === 'makers' || kind === 'series') kernel.sumColumn(bits, columns[kind], tally)
    else kernel.sumLinks(bits, columns[kind], tally)
  }
  const rows = rowsOf(found)
  const size = rows.reduce((most, row) => Math.max(most, ...row.entities[kind]), sums.length - 1) + 1
  const all = size === sums.length ? { sums, known } : enlargeSums({ sums, known }, size)
  for (const row of rows) {
    if (row[column] === unknown) continue
    for (const key of row.entities[kind]) {
      all.sums[key]! += row[column]
      all.known[key]!++
    }
  }
  return all
}

const bitsOf = ({ matched, beside }: FilterResult<MatchedBits>) =>
  beside ? [matched.bits, beside.bits] : [matched.bits]
const rowsOf = ({ rows, beside }: FilterResult) => (beside ? [...rows, ...beside.rows] : rows)

function enlargeSums({ sums, known }: Sums, size: number): Sums {
  const all = { sums: new Float64Array(size), known: new Uint32Array(size) }
  all.sums.set(sums)
  all.known.set(known)
  return all
}

function instantsOf(
  { base: { columns } }: State,
  kind: EntityKind,
  {
    measure: { instant, pick },
    found,
  }: { measure: Extract<Measure, { instant: InstantColumn }>; found: FilterResult<MatchedBits> },
): Map<number, number> {
  const instants = new Map<number, number>()
  const add = (value: number, keys: readonly number[]) => {
    if (Number.isNaN(value)) return
    for (const key of keys) instants.set(key, pick(value, instants.get(key) ?? value))
  }
  for (const bits of bitsOf(found))
    eachOrdinal(bits, (ordinal) => add(columns[instant][ordinal]!, entitiesOf(columns, kind, ordinal)))
  for (const row of rowsOf(found)) add(row[instant], row.entities[kind])
  return instants
}
