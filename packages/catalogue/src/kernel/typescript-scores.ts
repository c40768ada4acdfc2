/** What only likeness needs, in plain TypeScript. */

import { eachOrdinal } from '../memory/bits.ts'
import type { Kernel } from './kernel.ts'

export const scoreLoops: Pick<Kernel, 'sizePacked' | 'addBoth' | 'keepScores' | 'clearScores'> = {
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
