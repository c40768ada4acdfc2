/** The kernel in plain TypeScript: runs everywhere, and is what others are measured against. */
import { eachOrdinal, has, ones } from '../memory/arena.ts'
import { givesWay } from '../model/editions.ts'
import type { Kernel } from './kernel.ts'
import { aggregates } from './typescript-aggregates.ts'
import { textLoops } from './typescript-texts.ts'

/** What only likeness needs, in plain TypeScript. */
const scoreLoops: Pick<Kernel, 'sizePacked' | 'addBoth' | 'keepScores' | 'clearScores'> = {
  sizePacked(packed) {
    let total = 0
    // The last byte of each step has its top bit clear.
    for (let at = 0, end = packed.length; at < end; at++) total += 1 - (packed[at]! >>> 7)
    return total
  },
  addBoth(scores, bits, { other, weight }) {
    for (let word = 0, end = bits.length; word < end; word++) {
      for (let left = bits[word]! & other[word]!; left !== 0; left &= left - 1) {
        scores[(word << 5) | (31 - Math.clz32(left & -left))]! += weight
      }
    }
  },
  keepScores(bits, scores, least) {
    eachOrdinal(bits, (ordinal) => {
      if (scores[ordinal]! < least) bits[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
    })
  },
  clearScores(scores, bits) {
    for (let word = 0, end = bits.length; word < end; word++) {
      if (bits[word] !== 0) scores.fill(0, word << 5, (word + 1) << 5)
    }
  },
}

export const typescriptKernel: Kernel = {
  name: 'typescript',
  ...aggregates,
  ...scoreLoops,
  ...textLoops,
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
  countBoth(bits, other) {
    let total = 0
    for (let word = 0, end = bits.length; word < end; word++) total += ones(bits[word]! & other[word]!)
    return total
  },
  countList(bits, ordinals) {
    let total = 0
    for (let at = 0, end = ordinals.length; at < end; at++) {
      const ordinal = ordinals[at]!
      total += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
    }
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
  keepFirst(target, order, others) {
    for (let word = 0, end = target.length; word < end; word++) {
      for (let left = target[word]! & order.bits[word]!; left !== 0; left &= left - 1) {
        const lowest = left & -left
        const ordinal = (word << 5) | (31 - Math.clz32(lowest))
        // A better one that is cleared has a better one itself that is not.
        if (!givesWay(order, ordinal, (better) => has(target, better))) continue
        target[word]! &= ~lowest
        if (others) others[word]! |= lowest
      }
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
  take(bits, order, { from, skip, wanted }) {
    const found = new Uint32Array(wanted)
    let at = from
    for (let left = skip; left > 0; at++) {
      const ordinal = order[at]!
      left -= (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
    }
    for (let held = 0; held < wanted; at++) {
      const ordinal = order[at]!
      found[held] = ordinal
      held += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
    }
    return found
  },
}
