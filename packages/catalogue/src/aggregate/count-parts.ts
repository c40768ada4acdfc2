/** Counts how many works are in each range of a sort order, with the cumulative bitmaps of the column. */
import type { HistogramName } from '@koedana/contract/facets.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type NumberAspect, yearOf } from '../model/aspects.ts'
import { sortsByColumn, unknown } from '../model/generation.ts'
import { bucketsOf } from '../model/histogram.rules.ts'
import type { Range } from '../model/query.ts'
import { type RangeIndex, sortOrderRange } from '../query/filter.ts'

export interface Parts {
  readonly column: Range['column']
  readonly parts: readonly Part[]
}

/** Occupies `start … end - 1` of the order. */
interface Part {
  readonly value: number
  readonly start: number
  readonly end: number
}

/** Returns the parts of an aspect; computed on first use. */
export function createParts(generation: RangeIndex): (aspect: NumberAspect) => Parts {
  const made = new Map<string, Parts>()
  return (aspect) => {
    const parts =
      made.get(aspect) ??
      (aspect === 'years' ? createYearParts(generation) : createBucketParts(generation, aspect))
    made.set(aspect, parts)
    return parts
  }
}

function createBucketParts(generation: RangeIndex, name: HistogramName): Parts {
  const bounds = bucketsOf(name)
  const parts = bounds.map((from, value) => {
    // Values below the first bound belong to the first bucket.
    const min = value === 0 ? unknown + 1 : from
    const max = (bounds[value + 1] ?? maxInt32) - (value + 1 < bounds.length ? 1 : 0)
    return { value, ...sortOrderRange(generation, { column: name, min, max }) }
  })
  return { column: name, parts: parts.sort((a, b) => a.start - b.start) }
}

/** Returns the release years that occur as parts. */
function createYearParts(generation: RangeIndex): Parts {
  const { ordinals } = generation.orders[sortsByColumn.releaseDay]
  const { releaseDay } = generation.columns
  const parts: Part[] = []
  for (let start = 0; start < ordinals.length; ) {
    const day = releaseDay[ordinals[start]!]!
    if (day === unknown) break
    const value = yearOf(day)
    const { end } = sortOrderRange(generation, { column: 'releaseDay', min: firstDayOf(value), max: day })
    parts.push({ value, start, end })
    start = end
  }
  return { column: 'releaseDay', parts }
}

/** Calls `take` with the number of set bits in each part. */
export function countParts(
  generation: RangeIndex,
  kernel: Kernel,
  { bits, counted: { column, parts }, take }: PartsCountRequest,
): void {
  const before = createCounter(generation, kernel, { column, bits })
  for (const { value, start, end } of parts) {
    const first = before(start)
    take(value, before(end) - first)
  }
}

interface PartsCountRequest {
  readonly bits: Uint32Array
  readonly counted: Parts
  readonly take: (value: number, count: number) => void
}

/** Returns a function that counts the set bits before a position, starting from the nearest position with a known count. */
function createCounter(
  generation: RangeIndex,
  kernel: Kernel,
  { column, bits }: { column: Range['column']; bits: Uint32Array },
): (position: number) => number {
  const { ordinals } = generation.orders[sortsByColumn[column]]
  const { stride, words } = generation.cumulativeBitmaps[column]
  const lastStep = Math.floor(ordinals.length / stride)
  let known = { position: 0, count: 0 }
  return (position) => {
    const step = Math.min(Math.round(position / stride), lastStep)
    // Counting a bitmap costs about as much as testing this many works.
    const counting = bits.length / 8
    const isNear = Math.abs(position - known.position) <= Math.abs(position - step * stride) + counting
    if (!isNear) known = countBitmap(step)
    const { position: from, count } = known
    const between = kernel.countList(
      bits,
      ordinals.subarray(Math.min(from, position), Math.max(from, position)),
    )
    known = { position, count: position < from ? count - between : count + between }
    return known.count
  }

  function countBitmap(step: number) {
    if (step === 0) return { position: 0, count: 0 }
    const bitmap = words.subarray((step - 1) * bits.length, step * bits.length)
    return { position: step * stride, count: kernel.countBoth(bits, bitmap) }
  }
}

const maxInt32 = 2_147_483_647
const firstDayOf = (year: number) => {
  const date = new Date(0)
  date.setUTCFullYear(year)
  return date.getTime() / 86_400_000
}
