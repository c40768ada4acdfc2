/** How much the sales of works grew over a period: few works have a growth, so only those are kept. */
import { type Period, periods } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { createBits, set } from './bits.ts'
import { type Columns, ordinalOf, unknown } from './columns.ts'

export type GrowthPeriod = Exclude<Period, 'all'>
export const growthPeriods = periods.filter((period): period is GrowthPeriod => period !== 'all')

/** Copies sold; unknown where nothing is known about the beginning of the period. */
export type Growth = Readonly<Record<GrowthPeriod, number>>

export const noGrowth: Growth = { daily: unknown, weekly: unknown, monthly: unknown, yearly: unknown }

export interface Grown {
  /** Works that have a growth, those that grew most first; ties by ordinal. */
  readonly ordinals: Uint32Array
  /** The growth of each of them. */
  readonly values: Int32Array
  /** The same works as a set. */
  readonly bits: Uint32Array
}

export function buildGrown(
  arena: Arena,
  columns: Columns,
  { growths, period }: { growths: ReadonlyMap<number, Growth>; period: GrowthPeriod },
): Grown {
  const known = [...growths].flatMap(([key, growth]) => {
    const ordinal = ordinalOf(columns, key)
    return ordinal < 0 || growth[period] === unknown ? [] : [{ ordinal, value: growth[period] }]
  })
  known.sort((a, b) => b.value - a.value || a.ordinal - b.ordinal)
  const grown = {
    ordinals: arena.uint32(known.length),
    values: arena.int32(known.length),
    bits: createBits(arena, columns.count),
  }
  known.forEach(({ ordinal, value }, at) => {
    grown.ordinals[at] = ordinal
    grown.values[at] = value
    set(grown.bits, ordinal)
  })
  return grown
}
