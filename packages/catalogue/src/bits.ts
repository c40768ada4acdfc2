/** Bitsets over ordinals. */

import type { Arena } from './arena.ts'

/** Kernels work on four words at once. */
export const wordsFor = (count: number): number => ((count + 127) >>> 7) * 4

export const createBits = (arena: Arena, count: number): Uint32Array => arena.uint32(wordsFor(count))

export function has(bits: Uint32Array, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

export function set(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function clear(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
}

/** All works, and nothing past the last of them. */
export function fill(bits: Uint32Array, count: number): void {
  bits.fill(0)
  bits.fill(0xffff_ffff, 0, count >>> 5)
  if ((count & 31) !== 0) bits[count >>> 5] = (1 << (count & 31)) - 1
}
