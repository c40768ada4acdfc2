/** Ranks entities by aggregate values of their works: counts, averages, totals, latest instants, or by name. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Viewer, WorkFilter } from '../model/query.ts'
import type { State } from '../query/base.ts'
import { executeFilterToBits } from '../query/execute.ts'
import { type AggregateValue, aggregateValuesOf } from './aggregate-values.ts'
import { countEntitiesOf } from './counts.ts'
import { idOrder, nameOrder, type TextOf } from './entity-order.ts'
import { quickselectBound } from './quickselect-bound.rules.ts'

export interface RankQuery {
  readonly kind: EntityKind
  readonly filter: WorkFilter
  readonly sort: EntitySort
  readonly offset: number
  readonly limit: number
  /** The only keys that are ranked, if the query has a name. */
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
  /**
   * The aggregate value that decides the rank; NaN if it is unknown or no number. Instants are in milliseconds,
   * ratings in hundredths.
   */
  readonly value: number
}

/** Editions count once; averages and totals take the own number of each that matches. */
export function rankEntities(state: State, query: RankQuery, viewer: Viewer): RankedKeys {
  const { kind, filter, only } = query
  const found = executeFilterToBits(state, filter, viewer)
  const counts = countEntitiesOf(state, kind, found)
  const aggregate = aggregateValuesOf(state, query, { counts, found: found })
  const keys = keysWith(counts, only)
  const total = keys.length
  const end = Math.min(query.offset + query.limit, total)
  if (query.offset >= end) return { items: [], total }
  const items = ordered(state, query, { keys, aggregate, end, viewer })
    .slice(query.offset, end)
    .map((key) => ({ key, workCount: counts[key]!, value: aggregate(key) }))
  return { items, total }
}

function keysWith(counts: Uint32Array, only: ReadonlySet<number> | undefined): Uint32Array {
  const keys = new Uint32Array(counts.length)
  let length = 0
  for (let key = 0; key < counts.length; key++)
    if (counts[key]! > 0 && (!only || only.has(key))) keys[length++] = key
  return keys.subarray(0, length)
}

interface Orderable {
  readonly keys: Uint32Array
  readonly aggregate: AggregateValue
  /** How many must be in order. */
  readonly end: number
  readonly viewer: Viewer
}

/** Sorts only those that can be on the page or before it: makers are many, and most of them have equal values. */
function ordered(state: State, query: RankQuery, { keys, aggregate, end, viewer }: Orderable): number[] {
  const { kind, sort, textOf } = query
  const value = sort === 'nameAsc' ? rankOfName(state, kind, { keys, viewer }) : falling(aggregate)
  const values = new Float64Array(keys.length)
  for (let at = 0; at < keys.length; at++) values[at] = value(keys[at]!)
  const bound = quickselectBound(values, keys.length, end)
  const near: number[] = []
  for (let at = 0; at < keys.length; at++) if (values[at]! <= bound) near.push(keys[at]!)
  const compareAlike =
    sort === 'nameAsc' ? nameOrder(state, kind, { textOf, viewer }) : idOrder(state, kind, textOf)
  return near.sort((a, b) => compare(value(a), value(b)) || compareAlike(a, b))
}

/** The larger first, what is unknown last. */
const falling =
  (aggregate: AggregateValue): AggregateValue =>
  (key) => {
    const value = aggregate(key)
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : -value
  }

/**
 * Ranks by name; all are equal if the base does not know every name as the viewer does, so that their texts decide.
 */
function rankOfName(
  { base, delta }: State,
  kind: EntityKind,
  { keys, viewer }: Pick<Orderable, 'keys' | 'viewer'>,
): AggregateValue {
  const { nameRanks } = base.generation.names[kind]
  const changed = delta.names[kind].size + (viewer.names?.readOtherwise(kind).size ?? 0)
  const isKnown = changed === 0 && (keys.at(-1) ?? 0) < nameRanks.length
  return isKnown ? (key) => nameRanks[key]! : () => 0
}

/** Infinities differ by NaN. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)
