/** A range over bits: two prefixes of the column's order, and the few works between a step and the range's own end. */
import type { NumberColumn } from './columns.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Prefixes } from './prefixes.ts'
import type { Range } from './query.ts'
import { type Ordered, sortsByColumn, stretchBounds } from './stretch.ts'

/** The part of a generation that ranges look at. */
export interface Ranged extends Ordered {
  readonly prefixes: Readonly<Record<NumberColumn, Prefixes>>
}

/** Clears the works outside the range. */
export function narrowRange(
  generation: Ranged,
  kernel: Kernel,
  { bits, range }: { bits: Uint32Array; range: Range },
): void {
  const { ordinals } = generation.orders[sortsByColumn[range.column]]
  const { stride, words } = generation.prefixes[range.column]
  const { start, end } = stretchBounds(generation, range)
  const prefix = (step: number) => words.subarray((step - 1) * bits.length, step * bits.length)
  const past = Math.ceil(end / stride)
  if (past === 0) {
    bits.fill(0)
    return
  }
  if (past * stride < ordinals.length) kernel.and(bits, prefix(past))
  kernel.clearAll(bits, ordinals.subarray(end, past * stride))
  const before = Math.floor(start / stride)
  if (before > 0) kernel.andNot(bits, prefix(before))
  kernel.clearAll(bits, ordinals.subarray(before * stride, start))
}
