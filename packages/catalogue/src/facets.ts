/**
 * Counts of what passes, for each further choice: as many groups of editions as would pass with it. A list of which any is enough leaves its own kind out, so that its
 * alternatives are seen; ages, years and languages count without their own choice, histograms without their own range.
 */
import type { HistogramName } from '@koedana/contract/facets.ts'
import { type EntityKind, languages } from '@koedana/contract/values.ts'
import { type Aspect, eachValue, yearOf } from './aspects.ts'
import type { State } from './base.ts'
import { unknown } from './columns.ts'
import { countEntitiesOf, eachValueBeyond } from './counts.ts'
import { bucketsOf } from './histogram.rules.ts'
import { eachOrdinal } from './kernel/words.ts'
import type { PassedBits } from './page.ts'
import { type AllPassed, passBits, totalOf } from './pass.ts'
import { allAges, type Viewer, type WorkFilter } from './query.ts'

export interface FacetQuery {
  readonly filter: WorkFilter
  readonly kinds?: readonly EntityKind[]
  readonly ages?: boolean
  readonly years?: boolean
  readonly languages?: boolean
  readonly histograms?: readonly HistogramName[]
}

export interface Facets {
  /** How many pass the filter as it is. */
  readonly total: number
  /** Works by entity key; past an array's end none. */
  readonly entities: Partial<Record<EntityKind, Uint32Array>>
  /** Works of age 1, 2 and 3. */
  readonly ages?: Readonly<Record<1 | 2 | 3, number>>
  readonly years?: ReadonlyMap<number, number>
  /** By the place of the language in the contract. */
  readonly languages?: Uint32Array
  /** By bucket. */
  readonly histograms: Partial<Record<HistogramName, Uint32Array>>
}

export function facetsOf(state: State, query: FacetQuery, viewer: Viewer): Facets {
  const pass = askedOnce(state, viewer)
  const { filter, kinds = [], histograms = [] } = query
  return {
    total: totalOf(pass(filter)),
    entities: Object.fromEntries(
      kinds.map((kind) => [kind, countEntitiesOf(state, kind, pass(withoutKind(filter, kind)))]),
    ),
    ...(query.ages ? { ages: countAges(state, pass({ ...filter, ages: allAges })) } : {}),
    ...(query.years ? { years: countYears(state, pass({ ...filter, year: undefined })) } : {}),
    ...(query.languages ? { languages: countLanguages(state, pass({ ...filter, languages: 0 })) } : {}),
    histograms: Object.fromEntries(
      histograms.map((name) => [name, countBuckets(state, name, pass(withoutRange(filter, name)))]),
    ),
  }
}

type BitsPassed = AllPassed<PassedBits>

/** Most facets count under one and the same filter: it is asked again only where it differs. */
function askedOnce(state: State, viewer: Viewer): (filter: WorkFilter) => BitsPassed {
  let last: { filter: string; passed: BitsPassed } | undefined
  return (filter) => {
    const name = JSON.stringify(filter)
    if (last?.filter !== name) last = { filter: name, passed: passBits(state, filter, viewer) }
    return last.passed
  }
}

const withoutKind = (filter: WorkFilter, kind: EntityKind): WorkFilter => ({
  ...filter,
  included: filter.included.filter((one) => one.kind !== kind || one.match === 'all'),
})

const withoutRange = (filter: WorkFilter, name: HistogramName): WorkFilter => ({
  ...filter,
  ranges: filter.ranges.filter(({ column }) => column !== name),
})

function countAges(state: State, found: BitsPassed): Record<1 | 2 | 3, number> {
  const { kernel, generation } = state.base
  const counts = new Uint32Array(4)
  for (const age of [1, 2, 3] as const)
    counts[age] = kernel.countBoth(found.passed.bits, generation.ages[age])
  eachValueBeyond(state, 'ages', { found, take: (age) => void counts[age]!++ })
  return { 1: counts[1]!, 2: counts[2]!, 3: counts[3]! }
}

/** Years are made of days, which are fewer than works. */
function countYears(state: State, found: BitsPassed): Map<number, number> {
  const { releaseDay } = state.base.columns
  const days = new Map<number, number>()
  eachOrdinal(found.passed.bits, (ordinal) => {
    const day = releaseDay[ordinal]!
    days.set(day, (days.get(day) ?? 0) + 1)
  })
  days.delete(unknown)
  const years = new Map<number, number>()
  const add = (year: number, count: number) => void years.set(year, (years.get(year) ?? 0) + count)
  for (const [day, count] of days) add(yearOf(day), count)
  eachValueBeyond(state, 'years', { found, take: (year) => add(year, 1) })
  return years
}

const countLanguages = (state: State, found: BitsPassed) =>
  countValues(state, 'languages', { found, size: languages.length })

const countBuckets = (state: State, name: HistogramName, found: BitsPassed) =>
  countValues(state, name, { found, size: bucketsOf(name).length })

function countValues(
  state: State,
  aspect: Aspect,
  { found, size }: { found: BitsPassed; size: number },
): Uint32Array {
  const { columns } = state.base
  const counts = new Uint32Array(size)
  const take = (value: number) => void counts[value]!++
  eachOrdinal(found.passed.bits, (ordinal) => eachValue(columns, aspect, { ordinal, take }))
  eachValueBeyond(state, aspect, { found, take })
  return counts
}
