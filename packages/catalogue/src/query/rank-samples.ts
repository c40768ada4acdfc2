/**
 * Rank samples of a mask: how many of its works precede every 256th position of an order, counted when a deep page is first requested.
 * Later walks start near their page, however deep it is.
 */

import type { Delta } from '../delta/delta.ts'
import { constants } from '../kernel/layout.ts'
import { hasBit } from '../memory/arena.ts'
import type { Orders, StoredSort } from '../model/generation.ts'
import type { State } from './base.ts'

export interface RankSamples {
  /** Returns the position in the order to walk from, and how many works of the mask to skip, to reach work `offset`. */
  readonly before: (sort: StoredSort, order: Uint32Array, offset: number) => { from: number; skip: number }
}

/** An immutable bitset of what a viewer may see, with its count and rank samples. */
export interface MaskBits {
  readonly bits: Uint32Array
  readonly total: number
  readonly rankSamples: RankSamples
}

const stride = 256

/** Walks longer than this many steps justify counting an order once. */
const maxWalk = 1_024

/** Returns whether the walk to the end of a page justifies counting its order: it is long, and the page is too deep for a heap. */
export const isDeepPage = ({ end, total, count }: { end: number; total: number; count: number }): boolean =>
  end > constants.maxHeld && end * count > maxWalk * total

export function createRankSamples(bits: Uint32Array): RankSamples {
  const counted = new Map<StoredSort, Uint32Array>()
  return {
    before: (sort, order, offset) => {
      const known = counted.get(sort) ?? countRanks(bits, order)
      counted.set(sort, known)
      let low = 0
      let high = known.length - 1
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        if (known[middle]! <= offset) low = middle
        else high = middle - 1
      }
      return { from: low * stride, skip: offset - known[low]! }
    },
  }
}

/** Counts the works before every position `i * stride`. */
function countRanks(bits: Uint32Array, order: Uint32Array): Uint32Array {
  const known = new Uint32Array(Math.ceil(order.length / stride))
  for (let at = 0, seen = 0; at < order.length; at++) {
    if (at % stride === 0) known[at / stride] = seen
    const ordinal = order[at]!
    seen += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
  }
  return known
}

/** Returns the rank samples of a mask without the works that a delta hides; cached per delta and mask. */
export function rankSamplesFor({ base, delta }: State, { bits, rankSamples }: MaskBits): RankSamples {
  const known = samplesByDelta.get(delta) ?? new WeakMap<RankSamples, RankSamples>()
  samplesByDelta.set(delta, known)
  const gone = () => [...delta.hidden].filter((ordinal) => hasBit(bits, ordinal))
  const found = known.get(rankSamples) ?? rankSamplesWithout(rankSamples, gone(), base.generation.orders)
  known.set(rankSamples, found)
  return found
}

const samplesByDelta = new WeakMap<Delta, WeakMap<RankSamples, RankSamples>>()

/** Returns rank samples without the ordinals in `gone`, all of which `whole` counted. */
export const rankSamplesWithout = (
  whole: RankSamples,
  gone: readonly number[],
  orders: Orders,
): RankSamples => ({
  before: (sort, order, offset) => {
    const { from, skip } = whole.before(sort, order, offset)
    const { ranks } = orders[sort]
    // The sample also counted the removed works before `from`, so that many more must be skipped.
    return { from, skip: skip + gone.filter((ordinal) => ranks[ordinal]! < from).length }
  },
})
