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

/** Population count (Hacker's Delight 5-1). */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Hands over the ordinals that are set, ascending. */
export function eachOrdinal(bits: Uint32Array, take: (ordinal: number) => void): void {
  for (let word = 0, end = bits.length; word < end; word++) {
    let left = bits[word]!
    while (left !== 0) {
      const lowest = left & -left
      take((word << 5) | (31 - Math.clz32(lowest)))
      left ^= lowest
    }
  }
}
