/** Builds the list of works that grew over one period. */
import type { Arena } from '../memory/arena.ts'
import { countedBits } from '../memory/counted-bits.ts'
import { type Columns, ordinalOf, unknown } from '../model/columns.ts'
import { type Grown, type Growth, type GrowthPeriod, popularityOf } from '../model/growth.ts'

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
