/**
 * Orders that no stored order is: by how well a search matches, and by growth. The works that passed fall into segments,
 * the best first, each with an order of its own.
 */

import type { Kernel } from '../kernel/kernel.ts'
import type { Arena } from '../memory/arena.ts'
import { createBits } from '../memory/bits.ts'
import type { Generation } from '../model/generation.ts'
import type { GrowthPeriod } from '../model/growth.ts'
import type { PassedBits } from '../query/execute.ts'
import { createMilestones, type Milestones } from '../query/rank-samples.ts'
import type { Search } from '../query/search.ts'
import type { Terms } from '../text/terms.rules.ts'
import { pageOf } from './page.ts'

interface Segment {
  readonly bits: Uint32Array
  /** Ordinals of its own order, or the order of sales. */
  readonly order: Uint32Array | 'sales'
  /** Where the same bits are asked again and again. */
  readonly milestones?: Milestones | undefined
}

export interface SegmentedPage {
  readonly offset: number
  readonly limit: number
}

export interface Segments {
  readonly byRelevance: (bits: Uint32Array, terms: Terms, page: SegmentedPage) => Uint32Array
  readonly byGrowth: (passed: PassedBits, period: GrowthPeriod, page: SegmentedPage) => Uint32Array
}

export function createSegments(
  generation: Generation,
  kernel: Kernel,
  tools: { arena: Arena; search: Search },
): Segments {
  const { count } = generation.columns
  const kept = new WeakMap<Milestones, Map<GrowthPeriod, Milestones>>()
  const [grown, others] = [createBits(tools.arena, count), createBits(tools.arena, count)]
  const pageIn = (segments: readonly Segment[], page: SegmentedPage) =>
    pageOfSegments(generation, kernel, { segments, page })
  /** What a mask leaves beside the grown is the same each time: its milestones are kept under those of the mask. */
  const ofOthers = (mask: Milestones, period: GrowthPeriod): Milestones => {
    const periods = kept.get(mask) ?? new Map<GrowthPeriod, Milestones>()
    kept.set(mask, periods)
    const known = periods.get(period) ?? createMilestones(others)
    periods.set(period, known)
    return known
  }
  return {
    byRelevance: (bits, terms, page) =>
      pageIn(
        tools.search.tiers(bits, terms).map((tier) => ({ bits: tier, order: 'sales' as const })),
        page,
      ),
    byGrowth: ({ bits, milestones }, period, page) => {
      const { ordinals, bits: known } = generation.grown[period]
      grown.set(bits)
      kernel.and(grown, known)
      others.set(bits)
      kernel.andNot(others, known)
      return pageIn(
        [
          { bits: grown, order: ordinals },
          { bits: others, order: 'sales', milestones: milestones && ofOthers(milestones, period) },
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
  for (const { bits, order, milestones } of segments) {
    const total = kernel.count(bits)
    const offset = Math.max(0, page.offset - before)
    const limit = Math.min(page.limit - found.length, total - offset)
    before += total
    if (limit <= 0) continue
    const passed = { bits, total, ...(milestones && { milestones }) }
    const part =
      order === 'sales'
        ? pageOf(generation, kernel, { passed, page: { sort: 'salesDesc', seed: 0, offset, limit } })
        : kernel.take(bits, order, { from: 0, skip: offset, wanted: limit })
    for (const ordinal of part) found.push(ordinal)
  }
  return Uint32Array.from(found)
}
