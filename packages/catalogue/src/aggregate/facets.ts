/**
 * Facets: how many groups of editions would match with one more choice. Conditions with `match: 'any'` are ignored for their own kind, so
 * that their alternatives are counted. Ages, years and languages ignore their own condition, histograms their own range.
 */

import type { HistogramName } from '@koedana/contract/facets.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { allAges, type Viewer, type WorkFilter } from '../model/query.ts'
import type { State } from '../query/base.ts'
import {
  createHiddenEditions,
  executeFilterToBits,
  type FilterResult,
  type MatchedBits,
  totalOf,
} from '../query/execute.ts'
import { type CountedResult, type CountedState, countBuckets, countYears } from './count-numbers.ts'
import { countInSteps, createAdder, eachExtraValue } from './counts.ts'
import { compareWithOpen } from './open-comparison.ts'

export interface FacetQuery {
  readonly filter: WorkFilter
  readonly kinds?: readonly EntityKind[]
  readonly ages?: boolean
  readonly years?: boolean
  readonly languages?: boolean
  readonly lyricsLanguages?: boolean
  readonly histograms?: readonly HistogramName[]
}

export interface Facets {
  readonly total: number
  /** Number of works by entity key; keys past the end of an array have none. */
  readonly entities: Partial<Record<EntityKind, Uint32Array>>
  readonly ages?: Readonly<Record<1 | 2 | 3, number>>
  readonly years?: ReadonlyMap<number, number>
  /** Counts by language index in the contract. */
  readonly languages?: Uint32Array
  /** Counts by subtitle language index in the contract. */
  readonly lyricsLanguages?: Uint32Array
  readonly histograms: Partial<Record<HistogramName, Uint32Array>>
}

export function computeFacets(state: CountedState, query: FacetQuery, viewer: Viewer): Facets {
  const steps = facetSteps(query, (filter) => executeFilterToBits(state, filter, viewer), {
    state,
    room: (kind) => state.base.tallies[kind].counts,
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  // The next query overwrites the arrays of counts, so they are copied.
  const kept = Object.entries(step.value.entities).map(([kind, counts]) => [kind, counts.slice()] as const)
  return { ...step.value, entities: Object.fromEntries(kept) }
}

/** Computes a result from the counts, in steps. */
export type FacetsConsumer<T> = (facets: Facets) => Generator<void, T>

interface SteppedQuery<T> {
  readonly query: FacetQuery
  readonly viewer: Viewer
  readonly use: FacetsConsumer<T>
}

/**
 * Counts in steps, so that other requests can run in between: with a million works no step takes longer than a few milliseconds.
 * A base runs one such query at a time and throws on a second; other queries may run meanwhile. The counts passed to `use` are valid until
 * it returns.
 */
export function* facetsInSteps<T>(
  state: CountedState,
  { query, viewer, use }: SteppedQuery<T>,
): Generator<void, T> {
  const { held } = state.base
  if (held.isTaken) throw new Error('facets are counted in steps one query at a time')
  held.isTaken = true
  try {
    const execute = (filter: WorkFilter): CountedResult => {
      const found = copyResult(state, executeFilterToBits(state, filter, viewer))
      const mask = state.base.masks(viewer)
      return { ...found, near: compareWithOpen(state, mask, { found, most: state.maxApart }) }
    }
    return yield* use(yield* facetSteps(query, execute, { state, room: (kind) => held.counts[kind] }))
  } finally {
    held.isTaken = false
  }
}

/** Copies a result to memory that other queries do not overwrite. */
function copyResult(
  state: State,
  { matched, rows, beside }: FilterResult<MatchedBits>,
): FilterResult<MatchedBits> {
  const { held } = state.base
  held.matched.set(matched.bits)
  const kept = { bits: held.matched, total: matched.total }
  if (!beside) return { matched: kept, rows }
  held.beside.set(beside.bits)
  return {
    matched: kept,
    rows,
    beside: createHiddenEditions(state, kept.bits, {
      bits: held.beside,
      rows: beside.rows,
      room: held.members,
    }),
  }
}

function* facetSteps(
  query: FacetQuery,
  execute: (filter: WorkFilter) => CountedResult,
  { state, room: countsFor }: { state: CountedState; room: (kind: EntityKind) => Uint32Array },
): Generator<void, Facets> {
  const facets: FacetsDraft = { total: 0, entities: {}, histograms: {} }
  for (const { filter, counts } of countsByFilter(query, { state, facets, room: countsFor })) {
    const found = execute(filter)
    yield
    for (const count of counts) {
      yield* count(found)
      yield
    }
  }
  return facets
}

type FacetsDraft = { -readonly [name in keyof Facets]: Facets[name] }
type CountSteps = (found: CountedResult) => Iterable<void>

/** Groups the counts by their filter. Most facets share one filter, which is then executed once. */
function countsByFilter(
  { filter, kinds = [], ages, years, languages: spoken, lyricsLanguages, histograms = [] }: FacetQuery,
  given: { state: CountedState; facets: FacetsDraft; room: (kind: EntityKind) => Uint32Array },
): Iterable<{ readonly filter: WorkFilter; readonly counts: readonly CountSteps[] }> {
  const { state, facets, room } = given
  const byFilter = new Map<string, { filter: WorkFilter; counts: CountSteps[] }>()
  const under = (some: WorkFilter, count: CountSteps) => {
    const name = JSON.stringify(some)
    const same = byFilter.get(name) ?? { filter: some, counts: [] }
    same.counts.push(count)
    byFilter.set(name, same)
  }
  const underAtOnce = (some: WorkFilter, count: (found: CountedResult) => void) =>
    under(some, withoutSteps(count))
  underAtOnce(filter, (found) => {
    facets.total = totalOf(found)
  })
  for (const kind of kinds)
    under(withoutKind(filter, kind), function* (found) {
      facets.entities[kind] = yield* countInSteps(state, kind, { found, tally: room(kind), near: found.near })
    })
  for (const name of histograms)
    underAtOnce(withoutRange(filter, name), (found) => {
      facets.histograms[name] = countBuckets(state, name, found)
    })
  if (ages)
    underAtOnce({ ...filter, ages: allAges }, (found) => {
      facets.ages = countAges(state, found)
    })
  if (years)
    underAtOnce({ ...filter, year: undefined }, (found) => {
      facets.years = countYears(state, found)
    })
  if (spoken)
    underAtOnce({ ...filter, languages: 0 }, (found) => {
      facets.languages = countLanguages(state, 'languages', found)
    })
  if (lyricsLanguages)
    underAtOnce({ ...filter, lyricsLanguages: 0 }, (found) => {
      facets.lyricsLanguages = countLanguages(state, 'lyricsLanguages', found)
    })
  return byFilter.values()
}

const withoutSteps =
  (count: (found: CountedResult) => void): CountSteps =>
  (found) => {
    count(found)
    return []
  }

const withoutKind = (filter: WorkFilter, kind: EntityKind): WorkFilter => ({
  ...filter,
  included: filter.included.filter((one) => one.kind !== kind || one.match === 'all'),
})

const withoutRange = (filter: WorkFilter, name: HistogramName): WorkFilter => ({
  ...filter,
  ranges: filter.ranges.filter(({ column }) => column !== name),
})

function countAges(state: State, found: FilterResult<MatchedBits>): Record<1 | 2 | 3, number> {
  const { kernel, generation } = state.base
  const counts = new Uint32Array(4)
  for (const age of [1, 2, 3] as const)
    counts[age] = kernel.countBoth(found.matched.bits, generation.ages[age])
  eachExtraValue(state, 'ages', { found, take: createAdder(counts) })
  return { 1: counts[1]!, 2: counts[2]!, 3: counts[3]! }
}

function countLanguages(
  state: State,
  aspect: 'languages' | 'lyricsLanguages',
  found: FilterResult<MatchedBits>,
): Uint32Array {
  const { kernel, generation } = state.base
  const works = aspect === 'languages' ? generation.spoken : generation.readAlong
  const counts = Uint32Array.from(works, (bits) => kernel.countBoth(found.matched.bits, bits))
  eachExtraValue(state, aspect, { found, take: createAdder(counts) })
  return counts
}
