/** The works of one page, in order, out of all that matched. */
import type { Kernel } from '../kernel/kernel.ts'
import { constants } from '../kernel/layout.ts'
import type { Generation } from '../model/generation.ts'
import type { Order, StoredSort } from '../model/orders.ts'
import type { WorkQuery } from '../model/query.ts'
import type { Matched, MatchedBits } from '../query/execute.ts'
import { isDeep } from '../query/rank-samples.ts'
import { shuffle } from './random.rules.ts'

export interface Page extends Pick<WorkQuery, 'seed' | 'offset' | 'limit'> {
  readonly sort: StoredSort | 'random'
}

/** Ordinals `offset … offset + limit` of the order, fewer at its end. */
export function pageOf(
  generation: Generation,
  kernel: Kernel,
  { matched, page }: { matched: Matched; page: Page },
): Uint32Array {
  const { total } = matched
  const end = Math.min(page.offset + page.limit, total)
  if (page.offset >= end) return new Uint32Array(0)
  const span = { start: page.offset, end }
  if (page.sort === 'random') {
    const found = 'candidates' in matched ? matched.candidates : kernel.ordinals(matched.bits, total)
    return shuffledPage(generation, { found, span, seed: page.seed })
  }
  const order = generation.orders[page.sort]
  if ('candidates' in matched) return sortByRank(order, matched.candidates.slice(), span)
  if (total === generation.columns.count) return order.ordinals.slice(span.start, span.end)
  return orderedPage(kernel, { matched, order, span, name: page.sort })
}

interface OrderedPage {
  readonly matched: MatchedBits
  readonly order: Order
  readonly span: Span
  /** The name of the order, by which its rank samples are kept. */
  readonly name: StoredSort
}

function orderedPage(kernel: Kernel, { matched, order, span, name }: OrderedPage): Uint32Array {
  const { bits, total, rankSamples } = matched
  const count = order.ordinals.length
  const steps = (span.end * count) / total
  const wanted = span.end - span.start
  // Testing every work that matched reads each word, too.
  const looking = count / 32 + total * constants.lookCost
  if (span.end <= constants.mostHeld && looking < steps) {
    const ranks = kernel.least(bits, order.ranks, span.end).subarray(span.start)
    return ranks.map((rank) => order.ordinals[rank]!)
  }
  if (rankSamples && isDeep({ end: span.end, total, count })) {
    const { from, skip } = rankSamples.before(name, order.ordinals, span.start)
    return kernel.take(bits, order.ordinals, { from, skip, wanted })
  }
  if (count / 32 + total * constants.sortCost < steps)
    return sortByRank(order, kernel.ordinals(bits, total), span)
  return kernel.take(bits, order.ordinals, { from: 0, skip: span.start, wanted })
}

/** Sorts the ranks, in the array that is handed over. */
function sortByRank({ ranks, ordinals }: Order, found: Uint32Array, span: Span): Uint32Array {
  for (let at = 0; at < found.length; at++) found[at] = ranks[found[at]!]!
  found.sort()
  return found.slice(span.start, span.end).map((rank) => ordinals[rank]!)
}

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Shuffled numbers are spread evenly: they are counted by their upper bits, then only the buckets of the page are
 * sorted.
 */
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
  const { first, last, before } = bucketRange(heads, span)
  // Number and place share one float: these buckets hold so few that this stays far below 2^53.
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
function bucketRange(
  heads: Uint32Array,
  { start, end }: Span,
): { first: number; last: number; before: number } {
  let first = 0
  let before = 0
  while (before + heads[first]! <= start) before += heads[first++]!
  let last = first
  let seen = before + heads[last]!
  while (seen < end) seen += heads[++last]!
  return { first, last, before }
}
