/** A page of the random order. */
import type { Generation } from './generation.ts'
import { shuffle } from './random.rules.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Shuffled numbers are spread evenly: count them by their upper bits, then sort only the stretch the page is in. */
export function shuffledPage(
  { columns }: Generation,
  { found, span, seed }: { found: Uint32Array; span: Span; seed: number },
): Uint32Array {
  const numbers = new Uint32Array(found.length)
  const heads = new Uint32Array(buckets)
  for (let at = 0; at < found.length; at++) {
    const number = shuffle(columns.key[found[at]!]!, seed)
    numbers[at] = number
    heads[number >>> bucketShift]!++
  }
  const { first, last, before } = stretch(heads, span)
  // Number and place share one float: a stretch is so short that this stays far below 2^53.
  const lowest = first * 2 ** bucketShift
  const packed: number[] = []
  for (let at = 0; at < found.length; at++) {
    const head = numbers[at]! >>> bucketShift
    if (head >= first && head <= last) packed.push((numbers[at]! - lowest) * found.length + at)
  }
  const sorted = Float64Array.from(packed)
    .sort()
    .subarray(span.start - before, span.end - before)
  return Uint32Array.from(sorted, (number) => found[number % found.length]!)
}

const bucketShift = 18
const buckets = 1 << (32 - bucketShift)

/** The buckets that hold the span, and how many works stand before them. */
function stretch(heads: Uint32Array, { start, end }: Span): { first: number; last: number; before: number } {
  let first = 0
  let before = 0
  while (before + heads[first]! <= start) before += heads[first++]!
  let last = first
  let seen = before + heads[last]!
  while (seen < end) seen += heads[++last]!
  return { first, last, before }
}
