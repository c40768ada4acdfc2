/** The kernel in plain TypeScript: runs everywhere, and is what others are measured against. */
import type { Kernel } from './kernel.ts'

export const typescriptKernel: Kernel = {
  and(target, other) {
    for (let word = 0, end = target.length; word < end; word++) target[word]! &= other[word]!
  },
  andNot(target, other) {
    for (let word = 0, end = target.length; word < end; word++) target[word]! &= ~other[word]!
  },
  or(target, other) {
    for (let word = 0, end = target.length; word < end; word++) target[word]! |= other[word]!
  },
  count(bits) {
    let total = 0
    for (let word = 0, end = bits.length; word < end; word++) total += ones(bits[word]!)
    return total
  },
  setAll(target, ordinals) {
    for (let at = 0, end = ordinals.length; at < end; at++) {
      const ordinal = ordinals[at]!
      target[ordinal >>> 5]! |= 1 << (ordinal & 31)
    }
  },
  clearAll(target, ordinals) {
    for (let at = 0, end = ordinals.length; at < end; at++) {
      const ordinal = ordinals[at]!
      target[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
    }
  },
  keepBits(target, column, mask) {
    for (let word = 0, end = target.length; word < end; word++) {
      let left = target[word]!
      let kept = left
      while (left !== 0) {
        const bit = 31 - Math.clz32(left)
        if ((column[(word << 5) | bit]! & mask) === 0) kept ^= 1 << bit
        left ^= 1 << bit
      }
      target[word] = kept
    }
  },
  ordinals(bits, count) {
    const found = new Uint32Array(count)
    let at = 0
    for (let word = 0, end = bits.length; word < end; word++) {
      let left = bits[word]!
      while (left !== 0) {
        const lowest = left & -left
        found[at++] = (word << 5) | (31 - Math.clz32(lowest))
        left ^= lowest
      }
    }
    return found
  },
}

/** Population count of 32 bits (Hacker's Delight 5-1). */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
