/** A bitset of which each member has a number: how many are set before it, so that arrays beside it hold one value a member. */
import type { Arena } from './arena.ts'
import { createBits, ones, set, wordsFor } from './bits.ts'

export interface CountedBits {
  readonly bits: Uint32Array
  /** How many are set before each block of four words. */
  readonly before: Uint32Array
}

/** A block of bits, in words. */
const block = 4

export function countedBits(arena: Arena, count: number, ordinals: Iterable<number>): CountedBits {
  const bits = createBits(arena, count)
  for (const ordinal of ordinals) set(bits, ordinal)
  const before = arena.uint32(wordsFor(count) / block)
  for (let at = 1; at < before.length; at++)
    before[at] = before[at - 1]! + onesIn(bits, (at - 1) * block, at * block)
  return { bits, before }
}

/** How many are set before an ordinal. */
export function numberOf({ bits, before }: CountedBits, ordinal: number): number {
  const word = ordinal >>> 5
  const start = Math.floor(word / block)
  const below = ones(bits[word]! & ((1 << (ordinal & 31)) - 1))
  return before[start]! + onesIn(bits, start * block, word) + below
}

function onesIn(bits: Uint32Array, from: number, to: number): number {
  let total = 0
  for (let word = from; word < to; word++) total += ones(bits[word]!)
  return total
}
