/** How much the sales of works grew over a period: few works have a growth, so only those are kept. */
import type { Period } from '@koedana/contract/values.ts'
import { has } from '../memory/bits.ts'
import { type CountedBits, numberOf } from '../memory/counted-bits.ts'
import { unknown } from './columns.ts'
import { rankValue } from './orders.ts'

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

/** The growth of one work. */
export function growthAt(grown: Grown, ordinal: number): number {
  return has(grown.bits, ordinal) ? grown.values[numberOf(grown, ordinal)]! : unknown
}
