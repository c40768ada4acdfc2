/**
 * Rank samples of a mask: how many of its works stand before every 256th position of an order, counted when a deep page is
 * first requested. Later pages begin to walk near their position, however deep it is.
 */

import type { Delta } from '../delta/delta.ts'
import { constants } from '../kernel/layout.ts'
import { has } from '../memory/arena.ts'
import type { Orders, StoredSort } from '../model/generation.ts'
import type { State } from './base.ts'

export interface RankSamples {
  /** The position of the order to walk from, and how many works to skip, to come to work `offset` of the mask. */
  readonly before: (sort: StoredSort, order: Uint32Array, offset: number) => { from: number; skip: number }
}

/** The counted bits of what a viewer may see. The bits stay as they are, so that what is counted of them stays right. */
export interface MaskBits {
  readonly bits: Uint32Array
  readonly total: number
  readonly rankSamples: RankSamples
}

const stride = 256

/** The length of a walk, in steps, from which it pays to count an order once. */
const longestWalk = 1_024

/** Returns whether the walk to the end of a page pays for counting its order: no heap holds it, and it is long. */
export const isDeep = ({ end, total, count }: { end: number; total: number; count: number }): boolean =>
  end > constants.mostHeld && end * count > longestWalk * total

export function createRankSamples(bits: Uint32Array): RankSamples {
  const counted = new Map<StoredSort, Uint32Array>()
  return {
    before: (sort, order, offset) => {
      const known = counted.get(sort) ?? count(bits, order)
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

/** Works before position `i * stride`. */
function count(bits: Uint32Array, order: Uint32Array): Uint32Array {
  const known = new Uint32Array(Math.ceil(order.length / stride))
  for (let at = 0, seen = 0; at < order.length; at++) {
    if (at % stride === 0) known[at / stride] = seen
    const ordinal = order[at]!
    seen += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
  }
  return known
}

/** Does the same for the same mask and delta, so that what is kept beside it holds as long. */
export function rankSamplesUnder({ base, delta }: State, { bits, rankSamples }: MaskBits): RankSamples {
  const known = kept.get(delta) ?? new WeakMap<RankSamples, RankSamples>()
  kept.set(delta, known)
  const gone = () => [...delta.hidden].filter((ordinal) => has(bits, ordinal))
  const found = known.get(rankSamples) ?? rankSamplesWithout(rankSamples, gone(), base.generation.orders)
  known.set(rankSamples, found)
  return found
}

const kept = new WeakMap<Delta, WeakMap<RankSamples, RankSamples>>()

/** `gone` are ordinals that the samples count. */
export const rankSamplesWithout = (
  whole: RankSamples,
  gone: readonly number[],
  orders: Orders,
): RankSamples => ({
  before: (sort, order, offset) => {
    const { from, skip } = whole.before(sort, order, offset)
    const { ranks } = orders[sort]
    // Works before the sample were counted there, and stand before no work any more.
    return { from, skip: skip + gone.filter((ordinal) => ranks[ordinal]! < from).length }
  },
})
