/** Sorts works by whole numbers, digit by digit (radix sort): equal ones keep their order, and no two are ever compared. */

/** Ordinals by ascending value; infinity comes last. Finite values are whole and lie within 2^53 of each other. */
export function sortOrdinals(values: Float64Array): Uint32Array {
  const span = countFromLeast(values)
  const order = new Uint32Array(values.length)
  for (let ordinal = 0; ordinal < order.length; ordinal++) order[ordinal] = ordinal
  // Numbers of 32 bits are shifted and masked, which is some times faster than to divide larger ones.
  const sorted = sortByWords(new Uint32Array(values), order, Math.min(span, wordSize - 1))
  if (span < wordSize) return sorted
  const high = new Uint32Array(values.length)
  for (let ordinal = 0; ordinal < high.length; ordinal++)
    high[ordinal] = Math.floor(values[ordinal]! / wordSize)
  return sortByWords(high, sorted, Math.floor(span / wordSize))
}

const wordSize = 2 ** 32
const mostBits = 11

/** Makes the least value 0 and infinity one more than the most; returns the most there is now. */
function countFromLeast(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === Number.POSITIVE_INFINITY) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  const last = least > most ? 0 : most - least + 1
  for (let at = 0; at < values.length; at++) {
    values[at] = values[at] === Number.POSITIVE_INFINITY ? last : values[at]! - least
  }
  return last
}

/** Puts an order of ordinals in that of their words, none of which is more than `most`. */
function sortByWords(words: Uint32Array, order: Uint32Array, most: number): Uint32Array {
  const bits = 32 - Math.clz32(most)
  const width = Math.ceil(bits / Math.ceil(bits / mostBits))
  let sorted = order
  let next: Uint32Array = new Uint32Array(order.length)
  for (let shift = 0; shift < bits; shift += width) {
    scatter(words, { order: sorted, next, shift, width })
    const done = sorted
    sorted = next
    next = done
  }
  return sorted
}

interface Pass {
  readonly order: Uint32Array
  readonly next: Uint32Array
  /** Where the digit begins in a word, and its bits. */
  readonly shift: number
  readonly width: number
}

function scatter(words: Uint32Array, { order, next, shift, width }: Pass): void {
  const mask = 2 ** width - 1
  const starts = new Uint32Array(mask + 2)
  for (let at = 0; at < words.length; at++) starts[((words[at]! >>> shift) & mask) + 1]!++
  for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!
  for (let at = 0; at < order.length; at++) {
    const ordinal = order[at]!
    next[starts[(words[ordinal]! >>> shift) & mask]!++] = ordinal
  }
}
