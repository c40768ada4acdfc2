/**
 * Orders that no stored order is: by how well a search matches, and by growth. The works that matched fall into
 * segments, the best first, each with an order of its own.
 */

import type { Kernel } from '../kernel/kernel.ts'
import type { Arena } from '../memory/arena.ts'
import { createBits } from '../memory/bits.ts'
import type { Generation } from '../model/generation.ts'
import type { GrowthPeriod } from '../model/growth.ts'
import type { MatchedBits } from '../query/execute.ts'
import { createRankSamples, type RankSamples } from '../query/rank-samples.ts'
import type { Search } from '../query/search.ts'
import type { Terms } from '../text/terms.rules.ts'
import { pageOf } from './page.ts'

interface Segment {
  readonly bits: Uint32Array
  /** Ordinals of its own order, or the order of sales. */
  readonly order: Uint32Array | 'sales'
  /** Present where the same bits are queried again and again. */
  readonly rankSamples?: RankSamples | undefined
}

export interface SegmentedPage {
  readonly offset: number
  readonly limit: number
}

export interface Segments {
  readonly byRelevance: (bits: Uint32Array, terms: Terms, page: SegmentedPage) => Uint32Array
  readonly byGrowth: (matched: MatchedBits, period: GrowthPeriod, page: SegmentedPage) => Uint32Array
}

export function createSegments(
  generation: Generation,
  kernel: Kernel,
  tools: { arena: Arena; search: Search },
): Segments {
  const { count } = generation.columns
  const kept = new WeakMap<RankSamples, Map<GrowthPeriod, RankSamples>>()
  const [grown, others] = [createBits(tools.arena, count), createBits(tools.arena, count)]
  const pageIn = (segments: readonly Segment[], page: SegmentedPage) =>
    pageOfSegments(generation, kernel, { segments, page })
  /** The works of a mask without growth are the same each time: their rank samples are kept under those of the mask. */
  const ofOthers = (mask: RankSamples, period: GrowthPeriod): RankSamples => {
    const periods = kept.get(mask) ?? new Map<GrowthPeriod, RankSamples>()
    kept.set(mask, periods)
    const known = periods.get(period) ?? createRankSamples(others)
    periods.set(period, known)
    return known
  }
  return {
    byRelevance: (bits, terms, page) =>
      pageIn(
        tools.search.tiers(bits, terms).map((tier) => ({ bits: tier, order: 'sales' as const })),
        page,
      ),
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

function pageOfSegments(
  generation: Generation,
  kernel: Kernel,
  { segments, page }: { segments: readonly Segment[]; page: SegmentedPage },
): Uint32Array {
  const found: number[] = []
  let before = 0
  for (const { bits, order, rankSamples } of segments) {
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
