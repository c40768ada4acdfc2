/**
 * Counts of what passes, for each further choice. A list of which any is enough leaves its own kind out, so that its
 * alternatives are seen; ages, years and languages count without their own choice, histograms without their own range.
 */
import type { HistogramName } from '@koedana/contract/facets.ts'
import { type EntityKind, languages } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { unknown } from './columns.ts'
import { countEntitiesOf } from './counts.ts'
import { bucketOf, bucketsOf } from './histogram.rules.ts'
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
  const pass = passing(state, viewer)
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
function passing(state: State, viewer: Viewer): (filter: WorkFilter) => BitsPassed {
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

function countAges({ base }: State, { passed, rows }: BitsPassed): Record<1 | 2 | 3, number> {
  const { kernel, generation } = base
  const count = (age: 1 | 2 | 3) =>
    kernel.countBoth(passed.bits, generation.ages[age]) + rows.filter((row) => row.age === age).length
  return { 1: count(1), 2: count(2), 3: count(3) }
}

/** The order of release holds each year in one stretch; what passed is counted day by day. */
function countYears({ base: { columns } }: State, { passed, rows }: BitsPassed): Map<number, number> {
  const days = new Map<number, number>()
  const add = (day: number) => void (day !== unknown && days.set(day, (days.get(day) ?? 0) + 1))
  eachOrdinal(passed.bits, (ordinal) => add(columns.releaseDay[ordinal]!))
  for (const { releaseDay } of rows) add(releaseDay)
  const years = new Map<number, number>()
  for (const [day, count] of days) {
    const year = new Date(day * 86_400_000).getUTCFullYear()
    years.set(year, (years.get(year) ?? 0) + count)
  }
  return years
}

function countLanguages({ base: { columns } }: State, { passed, rows }: BitsPassed): Uint32Array {
  const counts = new Uint32Array(languages.length)
  const add = (bits: number) => {
    for (let left = bits; left !== 0; left &= left - 1) counts[31 - Math.clz32(left & -left)]!++
  }
  eachOrdinal(passed.bits, (ordinal) => add(columns.languages[ordinal]!))
  for (const row of rows) add(row.languages)
  return counts
}

function countBuckets({ base: { columns } }: State, name: HistogramName, { passed, rows }: BitsPassed) {
  const counts = new Uint32Array(bucketsOf(name).length)
  const values = columns[name]
  const add = (value: number) => void (value !== unknown && counts[bucketOf(name, value)]!++)
  eachOrdinal(passed.bits, (ordinal) => add(values[ordinal]!))
  for (const row of rows) add(row[name])
  return counts
}
