/**
 * Builds the cumulative bitmaps of each bounded column: the first works of its sort order as bitsets, at even steps. A
 * range is the difference of two of these bitsets and the few works between a step and the range's own end, however
 * wide it is.
 */

import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { Arena } from '../memory/arena.ts'
import { set, wordsFor } from '../memory/bits.ts'
import { type Columns, type NumberColumn, numberColumns } from '../model/columns.ts'
import { type CumulativeBitmaps, type Orders, sampleShift, sortsByColumn } from '../model/orders.ts'

/** Each costs a bit a work and column; the works to mend are at most one in this many. */
const steps = 32

export function buildCumulativeBitmaps(
  arena: Arena,
  columns: Columns,
  orders: Orders,
): Readonly<Record<NumberColumn, CumulativeBitmaps>> {
  const build = (column: NumberColumn) => {
    const { ordinals } = orders[sortsByColumn[column]]
    return { ...bitmapsOf(arena, ordinals), samples: samplesOf(arena, columns[column], ordinals) }
  }
  return recordOf(numberColumns, build)
}

function bitmapsOf(arena: Arena, ordinals: Uint32Array): Omit<CumulativeBitmaps, 'samples'> {
  const stride = Math.max(1, Math.ceil(ordinals.length / steps))
  const width = wordsFor(ordinals.length)
  const whole = Math.floor(ordinals.length / stride)
  const words = arena.uint32(whole * width)
  const reached = new Uint32Array(width)
  for (let step = 1; step <= whole; step++) {
    for (let at = (step - 1) * stride; at < step * stride; at++) set(reached, ordinals[at]!)
    words.set(reached, (step - 1) * width)
  }
  return { stride, words }
}

function samplesOf(arena: Arena, values: Int32Array, ordinals: Uint32Array): Int32Array {
  const samples = arena.int32(Math.ceil(ordinals.length / 2 ** sampleShift))
  for (let at = 0; at < samples.length; at++) samples[at] = values[ordinals[at << sampleShift]!]!
  return samples
}
