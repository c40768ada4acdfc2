/** How much the sales of works grew over a period: few works have a growth, so only those are kept. */
import type { Period } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { createBits, has, set, wordsFor } from './bits.ts'
import { type Columns, ordinalOf, unknown } from './columns.ts'
import { ones } from './kernel/words.ts'
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

export interface Grown {
  /** Works that have a growth, the most popular first. */
  readonly ordinals: Uint32Array
  /** The growth of each of them, in the order of ordinals. */
  readonly values: Int32Array
  /** The same works as a set. */
  readonly bits: Uint32Array
  /** How many of the set stand before each block of bits. */
  readonly before: Uint32Array
}

/** A block of bits, in words. */
const block = 4

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
    bits: createBits(arena, columns.count),
    before: arena.uint32(wordsFor(columns.count) / block),
  }
  known.sort((a, b) => a.ordinal - b.ordinal)
  known.forEach(({ ordinal, growth }, at) => {
    grown.values[at] = growth
    set(grown.bits, ordinal)
  })
  for (let at = 1; at < grown.before.length; at++)
    grown.before[at] = grown.before[at - 1]! + onesIn(grown.bits, (at - 1) * block, at * block)
  // Infinities differ by NaN.
  known.sort((a, b) => a.tier - b.tier || (a.value === b.value ? a.ordinal - b.ordinal : a.value - b.value))
  known.forEach(({ ordinal }, at) => {
    grown.ordinals[at] = ordinal
  })
  return grown
}

/** The growth of one work. */
export function growthAt({ bits, before, values }: Grown, ordinal: number): number {
  if (!has(bits, ordinal)) return unknown
  const word = ordinal >>> 5
  const start = Math.floor(word / block)
  const below = ones(bits[word]! & ((1 << (ordinal & 31)) - 1))
  return values[before[start]! + onesIn(bits, start * block, word) + below]!
}

function onesIn(bits: Uint32Array, from: number, to: number): number {
  let total = 0
  for (let word = from; word < to; word++) total += ones(bits[word]!)
  return total
}
