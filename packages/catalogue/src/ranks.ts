/** Entities in order of what their works are worth: counts, averages, totals, latest instants, or by name. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { entitiesOf, type InstantColumn, type NumberColumn, unknown } from './columns.ts'
import { countEntitiesOf } from './counts.ts'
import { eachOrdinal } from './kernel/words.ts'
import type { PassedBits } from './page.ts'
import { type AllPassed, passBits } from './pass.ts'
import type { Viewer, WorkFilter } from './query.ts'

export interface RankQuery {
  readonly kind: EntityKind
  readonly filter: WorkFilter
  readonly sort: EntitySort
  readonly offset: number
  readonly limit: number
  /** Only these keys, where a name was asked for. */
  readonly only?: ReadonlySet<number> | undefined
  /** Decides between keys that the base does not know: ids, and readings for the order by name. */
  readonly textOf: (key: number, text: 'id' | 'reading') => string
}

export interface RankedKeys {
  readonly items: readonly RankedKey[]
  readonly total: number
}

export interface RankedKey {
  readonly key: number
  readonly workCount: number
  /** What the order looks at; NaN where it is unknown or no number. Instants in milliseconds, ratings in hundredths. */
  readonly value: number
}

/** Counts are of works that stand for their editions; averages and totals take every edition's own number. */
export function rankEntities(state: State, query: RankQuery, viewer: Viewer): RankedKeys {
  const { kind, filter, sort, only } = query
  const counts = countEntitiesOf(state, kind, passBits(state, filter, viewer))
  const worth = worthOf(state, query, {
    counts,
    pass: () => passBits(state, { ...filter, editions: 'all' }, viewer),
  })
  const keys: number[] = []
  for (let key = 0; key < counts.length; key++)
    if (counts[key]! > 0 && (!only || only.has(key))) keys.push(key)
  const end = Math.min(query.offset + query.limit, keys.length)
  if (query.offset >= end) return { items: [], total: keys.length }
  const ordered =
    sort === 'nameAsc'
      ? orderByText(state, query, { keys, text: 'reading' })
      : orderByWorth(state, query, { keys, worth, end })
  const items = ordered
    .slice(query.offset, end)
    .map((key) => ({ key, workCount: counts[key]!, value: worth(key) }))
  return { items, total: keys.length }
}

type Worth = (key: number) => number

interface Counted {
  readonly counts: Uint32Array
  readonly pass: () => AllPassed<PassedBits>
}

function worthOf(state: State, { kind, sort }: RankQuery, { counts, pass }: Counted): Worth {
  const measure = measures[sort]
  if (measure === 'name') return () => Number.NaN
  if (measure === 'count') return (key) => counts[key]!
  if ('instant' in measure) {
    const instants = instantsOf(state, kind, { measure, passed: pass() })
    return (key) => instants.get(key) ?? Number.NaN
  }
  const { sums, known } = sumsOf(state, kind, { column: measure.column, passed: pass() })
  if (measure.isAverage) return (key) => ((known[key] ?? 0) > 0 ? sums[key]! / known[key]! : Number.NaN)
  return (key) => ((known[key] ?? 0) > 0 ? sums[key]! : Number.NaN)
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
  averageSalesDesc: average('sales'),
  averageRatingDesc: average('rating'),
  averageRatingCountDesc: average('ratingCount'),
  averageWishlistCountDesc: average('wishlistCount'),
  averageReviewCountDesc: average('reviewCount'),
  totalSalesDesc: total('sales'),
  totalRatingDesc: total('rating'),
  totalRatingCountDesc: total('ratingCount'),
  totalWishlistCountDesc: total('wishlistCount'),
  totalReviewCountDesc: total('reviewCount'),
  recentlyAdded: { instant: 'addedAt', pick: Math.max },
  // An entity is as old as the first record that named it.
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
  { column, passed: { passed, rows } }: { column: NumberColumn; passed: AllPassed<PassedBits> },
): Sums {
  const { kernel, columns, tallies } = base
  const { sums, known } = tallies[kind]
  sums.fill(0)
  known.fill(0)
  const tally = { values: columns[column], sums, known }
  if (kind === 'makers' || kind === 'series') kernel.sumColumn(passed.bits, columns[kind], tally)
  else kernel.sumLinks(passed.bits, columns[kind], tally)
  const size = rows.reduce((most, row) => Math.max(most, ...row.entities[kind]), sums.length - 1) + 1
  const all = { sums: new Float64Array(size), known: new Uint32Array(size) }
  all.sums.set(sums)
  all.known.set(known)
  for (const row of rows) {
    if (row[column] === unknown) continue
    for (const key of row.entities[kind]) {
      all.sums[key]! += row[column]
      all.known[key]!++
    }
  }
  return all
}

function instantsOf(
  { base: { columns } }: State,
  kind: EntityKind,
  {
    measure: { instant, pick },
    passed: { passed, rows },
  }: { measure: Extract<Measure, { instant: InstantColumn }>; passed: AllPassed<PassedBits> },
): Map<number, number> {
  const found = new Map<number, number>()
  const add = (value: number, keys: readonly number[]) => {
    if (Number.isNaN(value)) return
    for (const key of keys) found.set(key, pick(value, found.get(key) ?? value))
  }
  eachOrdinal(passed.bits, (ordinal) => add(columns[instant][ordinal]!, entitiesOf(columns, kind, ordinal)))
  for (const row of rows) add(row[instant], row.entities[kind])
  return found
}

interface Orderable {
  readonly keys: readonly number[]
  readonly worth: Worth
  /** How many must be in order. */
  readonly end: number
}

/** Only those that can be on the page or before it are sorted: makers are many, and most of them alike. */
function orderByWorth(state: State, query: RankQuery, { keys, worth, end }: Orderable): number[] {
  const values = Float64Array.from(keys, (key) => falling(worth(key)))
  const bound = values.slice().sort()[end - 1]!
  const near = keys.filter((_, at) => values[at]! <= bound)
  return near.sort(
    (a, b) =>
      compare(falling(worth(a)), falling(worth(b))) || compareText(state, query, { a, b, text: 'id' }),
  )
}

const orderByText = (state: State, query: RankQuery, { keys, text }: { keys: number[]; text: 'reading' }) =>
  keys.sort(
    (a, b) => compareText(state, query, { a, b, text }) || compareText(state, query, { a, b, text: 'id' }),
  )

/** The larger first, what is unknown last. */
const falling = (value: number) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : -value)

/** Infinities differ by NaN. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** By rank where the base knows both and neither was renamed, else by the texts themselves. */
function compareText(
  { base, delta }: State,
  { kind, textOf }: RankQuery,
  { a, b, text }: { a: number; b: number; text: 'id' | 'reading' },
): number {
  const names = base.generation.names[kind]
  const ranks = text === 'id' ? names.idRanks : names.nameRanks
  const isKnown = (key: number) => key < ranks.length && !delta.names[kind].has(key)
  if (isKnown(a) && isKnown(b)) return ranks[a]! - ranks[b]!
  const [left, right] = [textOf(a, text), textOf(b, text)]
  return left < right ? -1 : left > right ? 1 : 0
}
