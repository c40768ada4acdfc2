/** The works of one page, in order, out of the bits that passed. Three ways, whichever reads least. */
import { has } from './bits.ts'
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Order } from './orders.ts'
import type { WorkQuery } from './query.ts'
import { shuffle } from './random.rules.ts'

/** What passed: as bits, of which `total` are set, or where few did as ascending ordinals. */
export type Passed = PassedBits | PassedFew

export interface PassedBits {
  readonly bits: Uint32Array
  readonly total: number
}

export interface PassedFew {
  readonly few: Uint32Array
  readonly total: number
}

export type Page = Pick<WorkQuery, 'sort' | 'seed' | 'offset' | 'limit'>

/** Ordinals `offset … offset + limit` of the order, fewer at its end. */
export function pageOf(
  generation: Generation,
  kernel: Kernel,
  { passed, page }: { passed: Passed; page: Page },
): Uint32Array {
  const { total } = passed
  const end = Math.min(page.offset + page.limit, total)
  if (page.offset >= end) return new Uint32Array(0)
  const span = { start: page.offset, end }
  const found = () => ('few' in passed ? passed.few : kernel.ordinals(passed.bits, total))
  if (page.sort === 'random') return shuffledPage(generation, { found: found(), span, seed: page.seed })
  const order = generation.orders[page.sort]
  if ('few' in passed) return sortByRank(order, passed.few.slice(), span)
  const { count } = generation.columns
  if (total === count) return order.ordinals.slice(span.start, span.end)
  const steps = (Math.min(end, total - span.start) * count) / total
  // To gather costs a look at every word and about this much a work to sort.
  const gathering = count / 32 + total * 40
  return steps > gathering ? sortByRank(order, found(), span) : walk(order, { passed, span })
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Few works: sort their ranks, in the array that is handed over. */
function sortByRank({ ranks, ordinals }: Order, found: Uint32Array, span: Span): Uint32Array {
  for (let at = 0; at < found.length; at++) found[at] = ranks[found[at]!]!
  found.sort()
  return found.slice(span.start, span.end).map((rank) => ordinals[rank]!)
}

/** Many works: walk the order from the nearer end. */
function walk(
  { ordinals }: Order,
  { passed: { bits, total }, span }: { passed: PassedBits; span: Span },
): Uint32Array {
  const found = new Uint32Array(span.end - span.start)
  if (span.end <= total - span.start) {
    for (let at = 0, seen = 0; seen < span.end; at++) {
      const ordinal = ordinals[at]!
      if (!has(bits, ordinal)) continue
      if (seen >= span.start) found[seen - span.start] = ordinal
      seen++
    }
    return found
  }
  for (let at = ordinals.length - 1, seen = total; seen > span.start; at--) {
    const ordinal = ordinals[at]!
    if (!has(bits, ordinal)) continue
    seen--
    if (seen < span.end) found[seen - span.start] = ordinal
  }
  return found
}

/** Shuffled numbers are spread evenly: count them by their upper bits, then sort only the stretch the page is in. */
function shuffledPage(
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
