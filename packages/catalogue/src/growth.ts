/** How much the sales of works grew over a period: few works have a growth, so only those are kept. */
import type { Period } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { has } from './bits.ts'
import { type Columns, ordinalOf, unknown } from './columns.ts'
import { type CountedBits, countedBits, numberOf } from './counted-bits.ts'
import { rankValue } from './sorts.ts'

export type GrowthPeriod = Exclude<Period, 'all'>

/** Copies sold; unknown where nothing is known about the beginning of the period. */
export type Growth = Readonly<Record<GrowthPeriod, number>>

export const noGrowth: Growth = { daily: unknown, weekly: unknown, monthly: unknown, yearly: unknown }

/**
 * Where a work stands by popularity, the smaller first: what grew most, ties and all that have no growth by sales,
 * ties by key.
 */
export const popularityOf = (growth: number, sales: number): { tier: number; value: number } => ({
  tier: rankValue('salesDesc', growth),
  value: rankValue('salesDesc', sales),
})

/** The same works are a set. */
export interface Grown extends CountedBits {
  /** Works that have a growth, the most popular first. */
  readonly ordinals: Uint32Array
  /** The growth of each of them, in the order of ordinals. */
  readonly values: Int32Array
}

export function buildGrown(
  arena: Arena,
  columns: Columns,
  { growths, period }: { growths: ReadonlyMap<number, Growth>; period: GrowthPeriod },
): Grown {
  const known = [...growths].flatMap(([key, growth]) => {
    const ordinal = ordinalOf(columns, key)
    if (ordinal < 0 || growth[period] === unknown) return []
    return [{ ordinal, growth: growth[period], ...popularityOf(growth[period], columns.sales[ordinal]!) }]
  })
  const grown = {
    ordinals: arena.uint32(known.length),
    values: arena.int32(known.length),
    ...countedBits(
      arena,
      columns.count,
      known.map(({ ordinal }) => ordinal),
    ),
  }
  known.sort((a, b) => a.ordinal - b.ordinal)
  known.forEach(({ growth }, at) => {
    grown.values[at] = growth
  })
  // Infinities differ by NaN.
  known.sort((a, b) => a.tier - b.tier || (a.value === b.value ? a.ordinal - b.ordinal : a.value - b.value))
  known.forEach(({ ordinal }, at) => {
    grown.ordinals[at] = ordinal
  })
  return grown
}

/** The growth of one work. */
export function growthAt(grown: Grown, ordinal: number): number {
  return has(grown.bits, ordinal) ? grown.values[numberOf(grown, ordinal)]! : unknown
}
