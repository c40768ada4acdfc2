/** What entities are put in order by: counts, averages and totals of numbers, first and last instants. */
import type { EntitySort } from '@koedana/contract/entities.ts'
import { aggregatedFields } from '@koedana/contract/field-lists.ts'
import { recordFrom } from '@koedana/contract/kit/record-of.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { eachOrdinal } from '../memory/arena.ts'
import { entitiesOf, type InstantColumn, type NumberColumn, unknown } from '../model/generation.ts'
import type { State } from '../query/base.ts'
import type { FilterResult, MatchedBits } from '../query/execute.ts'

/**
 * A number by entity key; NaN if it is unknown or no number. Instants are in milliseconds, ratings in hundredths.
 */
export type AggregateValue = (key: number) => number

export interface Counted {
  readonly counts: Uint32Array
  /** Every edition that matched counts with its own numbers, shown or beside a shown one. */
  readonly found: FilterResult<MatchedBits>
}

/** The result holds until the next query. */
export function aggregateValuesOf(
  state: State,
  { kind, sort }: { kind: EntityKind; sort: EntitySort },
  { counts, found }: Counted,
): AggregateValue {
  const measure = measures[sort]
  if (measure === 'name') return () => Number.NaN
  if (measure === 'count') return (key) => counts[key]!
  if ('instant' in measure) {
    const instants = instantsOf(state, kind, { measure, found })
    return (key) => instants.get(key) ?? Number.NaN
  }
  const { sums, known } = sumsOf(state, kind, { column: measure.column, found })
  // None known: 0 / 0 is NaN.
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
  const all = size === sums.length ? { sums, known } : enlarged({ sums, known }, size)
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

function enlarged({ sums, known }: Sums, size: number): Sums {
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
