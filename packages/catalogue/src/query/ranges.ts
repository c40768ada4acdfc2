/** A range as a part of a sort order: found by halving, whatever the size of the catalogue. */

import type { Kernel } from '../kernel/kernel.ts'
import { type Columns, type NumberColumn, unknown } from '../model/columns.ts'
import { type CumulativeBitmaps, directions, type Orders, sortsByColumn } from '../model/orders.ts'
import type { Range } from '../model/query.ts'

export interface Ordered {
  readonly columns: Columns
  readonly orders: Orders
}

/** The works inside the range stand at `start … end - 1` of `sortsByColumn[range.column]`. */
export function sortOrderRange(
  { columns, orders }: Ordered,
  { column, min, max }: Range,
): { start: number; end: number } {
  const sort = sortsByColumn[column]
  const { ordinals } = orders[sort]
  const values = columns[column]
  const descending = directions[sort].descending
  // Unknown values stand last in both directions.
  const isPast = (value: number) => value === unknown || (descending ? value < min : value > max)
  const isReached = (value: number) => value === unknown || (descending ? value <= max : value >= min)
  const start = firstWhere(ordinals, (ordinal) => isReached(values[ordinal]!))
  const end = firstWhere(ordinals, (ordinal) => isPast(values[ordinal]!))
  return { start, end: Math.max(start, end) }
}

/** The first place from which on the condition holds. */
function firstWhere(ordinals: Uint32Array, holds: (ordinal: number) => boolean): number {
  let low = 0
  let high = ordinals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(ordinals[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** The part of a generation that ranges need. */
export interface Ranged extends Ordered {
  readonly cumulativeBitmaps: Readonly<Record<NumberColumn, CumulativeBitmaps>>
}

/** Clears the works outside the range. */
export function narrowRange(
  generation: Ranged,
  kernel: Kernel,
  { bits, range }: { bits: Uint32Array; range: Range },
): void {
  const { ordinals } = generation.orders[sortsByColumn[range.column]]
  const { stride, words } = generation.cumulativeBitmaps[range.column]
  const { start, end } = sortOrderRange(generation, range)
  const bitmapAt = (step: number) => words.subarray((step - 1) * bits.length, step * bits.length)
  const past = Math.ceil(end / stride)
  if (past === 0) {
    bits.fill(0)
    return
  }
  if (past * stride < ordinals.length) kernel.and(bits, bitmapAt(past))
  kernel.clearAll(bits, ordinals.subarray(end, past * stride))
  const before = Math.floor(start / stride)
  if (before > 0) kernel.andNot(bits, bitmapAt(before))
  kernel.clearAll(bits, ordinals.subarray(before * stride, start))
}
