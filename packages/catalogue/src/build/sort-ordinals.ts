/** Sorts ordinals by integers with a radix sort: stable, and without comparisons. */

import { freeArrays } from '../memory/temporary-arrays.ts'

/** Returns ordinals by ascending value; infinity comes last. Finite values must be integers within 2^53 of each other. */
export function sortOrdinals(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length)
  const sorter = createSorter(values)
  sorter.sort(order)
  sorter.end()
  return order
}

export interface Sorter {
  readonly sort: (order: Uint32Array) => void
  /** Frees the memory of the sorter. */
  readonly end: () => void
}

/**
 * Creates a sorter of the current content of `values`, which each call overwrites. The arrays are reused, because a large catalog has no
 * memory for arrays per order.
 */
export function createSorter(values: Float64Array): Sorter {
  const words = new Uint32Array(values.length)
  const spare = new Uint32Array(values.length)
  const sort = (order: Uint32Array) => {
    const span = normalizeValues(values)
    const low = digitsOf(Math.min(span, wordSize - 1))
    const high = span < wordSize ? [] : digitsOf(Math.floor(span / wordSize))
    // Each digit moves all ordinals to the other array; the last pass must end in `order`.
    let [from, to] = (low.length + high.length) % 2 === 0 ? [order, spare] : [spare, order]
    for (let ordinal = 0; ordinal < from.length; ordinal++) from[ordinal] = ordinal
    const sortBy = (digits: readonly Digit[]) => {
      for (const digit of digits) {
        scatter(words, { from, to, digit })
        const sorted = to
        to = from
        from = sorted
      }
    }
    // Shifting and masking 32-bit words is several times faster than dividing larger numbers.
    words.set(values)
    sortBy(low)
    for (let ordinal = 0; high.length > 0 && ordinal < words.length; ordinal++)
      words[ordinal] = Math.floor(values[ordinal]! / wordSize)
    sortBy(high)
  }
  return { sort, end: () => freeArrays(words, spare) }
}

const wordSize = 2 ** 32

/** Shifts the values so that the minimum becomes 0 and infinity one more than the maximum. Returns the new maximum. */
function normalizeValues(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === Number.POSITIVE_INFINITY) continue
    if (value < least) least = value
    if (value > max) max = value
  }
  const last = least > max ? 0 : max - least + 1
  for (let at = 0; at < values.length; at++) {
    values[at] = values[at] === Number.POSITIVE_INFINITY ? last : values[at]! - least
  }
  return last
}

interface Digit {
  readonly shift: number
  readonly width: number
}

const maxBits = 11

function digitsOf(max: number): Digit[] {
  const bits = 32 - Math.clz32(max)
  const count = Math.ceil(bits / maxBits)
  const width = Math.ceil(bits / count)
  return Array.from({ length: count }, (_, at) => ({ shift: at * width, width }))
}

interface Pass {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly digit: Digit
}

function scatter(words: Uint32Array, { from, to, digit: { shift, width } }: Pass): void {
  const mask = 2 ** width - 1
  const starts = new Uint32Array(mask + 2)
  for (let at = 0; at < words.length; at++) starts[((words[at]! >>> shift) & mask) + 1]!++
  for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!
  for (let at = 0; at < from.length; at++) {
    const ordinal = from[at]!
    to[starts[(words[ordinal]! >>> shift) & mask]!++] = ordinal
  }
}
