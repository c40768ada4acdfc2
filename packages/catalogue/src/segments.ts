/**
 * Orders that no stored order is: by how well a search matches, and by growth. The works that passed fall into segments,
 * the best first, each with an order of its own.
 */
import type { Period } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { createBits } from './bits.ts'
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { pageOf } from './page.ts'
import type { Search } from './search.ts'
import type { Terms } from './text/terms.rules.ts'

interface Segment {
  readonly bits: Uint32Array
  /** Ordinals of its own order, or the order of sales. */
  readonly order: Uint32Array | 'sales'
}

export interface SegmentedPage {
  readonly offset: number
  readonly limit: number
}

export interface Segments {
  readonly byRelevance: (bits: Uint32Array, terms: Terms, page: SegmentedPage) => Uint32Array
  readonly byGrowth: (bits: Uint32Array, period: Exclude<Period, 'all'>, page: SegmentedPage) => Uint32Array
}

export function createSegments(
  generation: Generation,
  kernel: Kernel,
  tools: { arena: Arena; search: Search },
): Segments {
  const { count } = generation.columns
  const [grown, others] = [createBits(tools.arena, count), createBits(tools.arena, count)]
  const pageIn = (segments: readonly Segment[], page: SegmentedPage) =>
    pageOfSegments(generation, kernel, { segments, page })
  return {
    byRelevance: (bits, terms, page) =>
      pageIn(
        tools.search.tiers(bits, terms).map((tier) => ({ bits: tier, order: 'sales' as const })),
        page,
      ),
    byGrowth: (bits, period, page) => {
      const { ordinals, bits: known } = generation.grown[period]
      grown.set(bits)
      kernel.and(grown, known)
      others.set(bits)
      kernel.andNot(others, known)
      return pageIn(
        [
          { bits: grown, order: ordinals },
          { bits: others, order: 'sales' },
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
  for (const { bits, order } of segments) {
    const total = kernel.count(bits)
    const offset = Math.max(0, page.offset - before)
    const limit = Math.min(page.limit - found.length, total - offset)
    before += total
    if (limit <= 0) continue
    if (order === 'sales') {
      const page = { sort: 'salesDesc', seed: 0, offset, limit } as const
      found.push(...pageOf(generation, kernel, { passed: { bits, total }, page }))
    } else found.push(...kernel.take(bits, order, { from: 0, skip: offset, wanted: limit }))
  }
  return Uint32Array.from(found)
}
