/** The works of one page, in order, out of what passed. */
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Milestones } from './milestones.ts'
import type { Order } from './orders.ts'
import type { WorkQuery } from './query.ts'
import { type Span, shuffledPage } from './random-page.ts'
import type { StoredSort } from './sorts.ts'

/** What passed: as bits, of which `total` are set, or where few did as ascending ordinals. */
export type Passed = PassedBits | PassedFew

export interface PassedBits {
  readonly bits: Uint32Array
  readonly total: number
  /** Where the bits stay as they are and are asked again and again. */
  readonly milestones?: Milestones
}

export interface PassedFew {
  readonly few: Uint32Array
  readonly total: number
}

export interface Page extends Pick<WorkQuery, 'seed' | 'offset' | 'limit'> {
  readonly sort: StoredSort | 'random'
}

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
  if (page.sort === 'random') {
    const found = 'few' in passed ? passed.few : kernel.ordinals(passed.bits, total)
    return shuffledPage(generation, { found, span, seed: page.seed })
  }
  const order = generation.orders[page.sort]
  if ('few' in passed) return sortByRank(order, passed.few.slice(), span)
  if (total === generation.columns.count) return order.ordinals.slice(span.start, span.end)
  return orderedPage(kernel, { passed, order, span, name: page.sort })
}

interface OrderedPage {
  readonly passed: PassedBits
  readonly order: Order
  readonly span: Span
  /** Of the order, for what is remembered about it. */
  readonly name: StoredSort
}

function orderedPage(kernel: Kernel, { passed, order, span, name }: OrderedPage): Uint32Array {
  const { bits, total, milestones } = passed
  const count = order.ordinals.length
  const steps = (span.end * count) / total
  const wanted = span.end - span.start
  // Looking at every work that passed costs a look at each word and about this much a work.
  const looking = count / 32 + total * 3
  if (span.end <= mostHeld && looking < steps) {
    const ranks = kernel.least(bits, order.ranks, span.end).subarray(span.start)
    return ranks.map((rank) => order.ordinals[rank]!)
  }
  if (milestones && steps > worthMilestones) {
    const { from, skip } = milestones.before(name, order.ordinals, span.start)
    return kernel.take(bits, order.ordinals, { from, skip, wanted })
  }
  if (count / 32 + total * sortingCost < steps) return sortByRank(order, kernel.ordinals(bits, total), span)
  return kernel.take(bits, order.ordinals, { from: 0, skip: span.start, wanted })
}

/** The longest page end that a heap of ranks is kept for. */
export const mostHeld = 256
/** From so many steps on it pays to count an order once. */
const worthMilestones = 8_192
/** Steps of a walk that gathering and sorting one work costs. */
const sortingCost = 40

/** Sorts the ranks, in the array that is handed over. */
function sortByRank({ ranks, ordinals }: Order, found: Uint32Array, span: Span): Uint32Array {
  for (let at = 0; at < found.length; at++) found[at] = ranks[found[at]!]!
  found.sort()
  return found.slice(span.start, span.end).map((rank) => ordinals[rank]!)
}
