/** Finds the works of one page, in order, among all matches. */
import type { Kernel } from '../kernel/kernel.ts'
import { constants } from '../kernel/layout.ts'
import { type Arena, createBits } from '../memory/arena.ts'
import type { Generation, GrowthPeriod, Order, StoredSort } from '../model/generation.ts'
import type { WorkQuery } from '../model/query.ts'
import type { MatchedBits, MatchedWorks } from '../query/execute.ts'
import { createRankSamples, isDeepPage, type RankSamples } from '../query/rank-samples.ts'
import type { Search } from '../query/search.ts'
import type { Terms } from '../text/terms.rules.ts'
import { shuffle } from './random.rules.ts'

export interface Page extends Pick<WorkQuery, 'seed' | 'offset' | 'limit'> {
  readonly sort: StoredSort | 'random'
}

/** Returns ordinals `offset … offset + limit - 1` of the matches in order; fewer at the end. */
export function pageOf(
  generation: Generation,
  kernel: Kernel,
  { matched, page }: { matched: MatchedWorks; page: Page },
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
  /** The name of the order; rank samples are cached by it. */
  readonly name: StoredSort
}

function orderedPage(kernel: Kernel, { matched, order, span, name }: OrderedPage): Uint32Array {
  const { bits, total, rankSamples } = matched
  const count = order.ordinals.length
  const steps = (span.end * count) / total
  const wanted = span.end - span.start
  // Testing all matches also reads every word of the bitset.
  const looking = count / 32 + total * constants.lookCost
  if (span.end <= constants.maxHeld && looking < steps) {
    const ranks = kernel.least(bits, order.ranks, span.end).subarray(span.start)
    return ranks.map((rank) => order.ordinals[rank]!)
  }
  if (rankSamples && isDeepPage({ end: span.end, total, count })) {
    const { from, skip } = rankSamples.before(name, order.ordinals, span.start)
    return kernel.take(bits, order.ordinals, { from, skip, wanted })
  }
  if (count / 32 + total * constants.sortCost < steps)
    return sortByRank(order, kernel.ordinals(bits, total), span)
  return kernel.take(bits, order.ordinals, { from: 0, skip: span.start, wanted })
}

/** Sorts by rank; overwrites `found`. */
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
 * Returns a page of the random order. Shuffled numbers are evenly distributed: they are counted by their upper bits, and only the buckets
 * of the page are sorted.
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
  // Number and position share one float. The buckets of a page span few numbers, so the product stays far below 2^53.
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

/** Returns the buckets that contain the span, and how many works precede them. */
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

interface Segment {
  readonly bits: Uint32Array
  /** An order of its own as ordinals, or the order of sales. */
  readonly order: Uint32Array | 'sales'
  /** Present if the same bits are queried repeatedly. */
  readonly rankSamples?: RankSamples | undefined
}

export interface PageRange {
  readonly offset: number
  readonly limit: number
}

export interface Segments {
  readonly byRelevance: (bits: Uint32Array, terms: Terms, page: PageRange) => Uint32Array
  readonly byGrowth: (matched: MatchedBits, period: GrowthPeriod, page: PageRange) => Uint32Array
}

/**
 * Pages of orders that are not stored: by relevance and by growth. The matches are split into segments, the best first, each with its own
 * order.
 */
export function createSegments(
  generation: Generation,
  kernel: Kernel,
  tools: { arena: Arena; search: Search },
): Segments {
  const { count } = generation.columns
  const kept = new WeakMap<RankSamples, Map<GrowthPeriod, RankSamples>>()
  const [grown, others] = [createBits(tools.arena, count), createBits(tools.arena, count)]
  const pageIn = (segments: Iterable<Segment>, page: PageRange) =>
    pageOfSegments(generation, kernel, { segments, page })
  /** The works of a mask without growth are always the same, so their rank samples are cached per mask and period. */
  const ofOthers = (mask: RankSamples, period: GrowthPeriod): RankSamples => {
    const periods = kept.get(mask) ?? new Map<GrowthPeriod, RankSamples>()
    kept.set(mask, periods)
    const known = periods.get(period) ?? createRankSamples(others)
    periods.set(period, known)
    return known
  }
  return {
    byRelevance: (bits, terms, page) => pageIn(createSalesSegments(tools.search.tiers(bits, terms)), page),
    byGrowth: ({ bits, rankSamples }, period, page) => {
      const { ordinals, bits: known } = generation.grown[period]
      grown.set(bits)
      kernel.and(grown, known)
      others.set(bits)
      kernel.andNot(others, known)
      return pageIn(
        [
          { bits: grown, order: ordinals },
          { bits: others, order: 'sales', rankSamples: rankSamples && ofOthers(rankSamples, period) },
        ],
        page,
      )
    },
  }
}

function* createSalesSegments(tiers: Iterable<Uint32Array>): Iterable<Segment> {
  for (const bits of tiers) yield { bits, order: 'sales' }
}

/** Reads no segment past the end of the page. */
function pageOfSegments(
  generation: Generation,
  kernel: Kernel,
  { segments, page }: { segments: Iterable<Segment>; page: PageRange },
): Uint32Array {
  const found: number[] = []
  let before = 0
  for (const { bits, order, rankSamples } of segments) {
    if (found.length === page.limit) break
    const total = kernel.count(bits)
    const offset = Math.max(0, page.offset - before)
    const limit = Math.min(page.limit - found.length, total - offset)
    before += total
    if (limit <= 0) continue
    const matched = { bits, total, ...(rankSamples && { rankSamples }) }
    const part =
      order === 'sales'
        ? pageOf(generation, kernel, { matched, page: { sort: 'salesDesc', seed: 0, offset, limit } })
        : kernel.take(bits, order, { from: 0, skip: offset, wanted: limit })
    for (const ordinal of part) found.push(ordinal)
  }
  return Uint32Array.from(found)
}
