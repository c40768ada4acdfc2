/** Finds the works that grew in each period, the most popular first. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type Arena, countedBits } from '../memory/arena.ts'
import {
  type Columns,
  type Generation,
  type GrownWorks,
  type Growth,
  type GrowthPeriod,
  ordinalOf,
  popularityOf,
  unknown,
} from '../model/generation.ts'
import { sortOrdinals } from './sort-ordinals.ts'

/** The growths of some works, as parallel arrays: objects for every work of a large catalog would take a gibibyte. */
export interface Growths extends Readonly<Record<GrowthPeriod, Int32Array>> {
  /** Ascending. */
  readonly ordinals: Int32Array
}

export interface GrowthsWriter {
  /** Adds the growth of the next work; keys must ascend. Unknown works are skipped. */
  readonly add: (key: number, growth: Growth) => void
  readonly finish: () => Growths
}

const periods = ['daily', 'weekly', 'monthly', 'yearly'] as const satisfies readonly GrowthPeriod[]

export function writeGrowths(columns: Columns): GrowthsWriter {
  const ordinals = createNumbersWriter()
  const values = recordOf(periods, createNumbersWriter)
  return {
    add: (key, growth) => {
      const ordinal = ordinalOf(columns, key)
      if (ordinal < 0) return
      ordinals.push(ordinal)
      for (const period of periods) values[period].push(growth[period])
    },
    finish: () => ({
      ordinals: ordinals.written(),
      ...recordOf(periods, (period) => values[period].written()),
    }),
  }
}

function createNumbersWriter() {
  let numbers = new Int32Array(1 << 10)
  let length = 0
  return {
    push: (number: number) => {
      if (length === numbers.length) {
        const longer = new Int32Array(2 * length)
        longer.set(numbers)
        numbers = longer
      }
      numbers[length++] = number
    },
    written: () => numbers.subarray(0, length),
  }
}

export const buildGrown = (arena: Arena, columns: Columns, growths: Growths): Generation['grown'] =>
  recordOf(periods, (period) =>
    buildPeriod(arena, columns, { ordinals: growths.ordinals, growth: growths[period] }),
  )

interface PeriodGrowth {
  readonly ordinals: Int32Array
  readonly growth: Int32Array
}

function buildPeriod(arena: Arena, columns: Columns, { ordinals, growth }: PeriodGrowth): GrownWorks {
  const known = ordinals.filter((_, at) => growth[at] !== unknown)
  const values = arena.int32(known.length)
  values.set(growth.filter((value) => value !== unknown))
  const popular = sortByPopularity(columns, known, values)
  const sorted = arena.uint32(known.length)
  popular.forEach((position, at) => {
    sorted[at] = known[position]!
  })
  return { ordinals: sorted, values, ...countedBits(arena, columns.count, known) }
}

/** Returns positions in `ordinals` by growth, then sales, then ordinal (both sorts are stable). */
function sortByPopularity(columns: Columns, ordinals: Int32Array, growth: Int32Array): Uint32Array {
  const rank = (position: number) => popularityOf(growth[position]!, columns.sales[ordinals[position]!]!)
  const bySales = sortOrdinals(Float64Array.from(ordinals, (_, at) => rank(at).value))
  return sortOrdinals(Float64Array.from(bySales, (position) => rank(position).tier)).map((at) => bySales[at]!)
}
