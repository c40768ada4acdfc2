/** The kernel in plain TypeScript: runs everywhere, and is the reference for other kernels. */
import { eachOrdinal, hasBit, popcount, setBit } from '../memory/arena.ts'
import { createPackedReader, readPacked } from '../memory/packed.ts'
import { hasBetterMatch } from '../model/editions.ts'
import { farPosition, fieldEnd, repeatedFlag } from '../text/text-index.ts'
import type { Kernel, PairInTerm, TextSearch } from './kernel.ts'
import { aggregateLoops } from './typescript-aggregates.ts'
import { editionLoops } from './typescript-editions.ts'

const textLoops: Pick<Kernel, 'setPacked' | 'setMatching' | 'setAdjacent' | 'setStarting' | 'countPacked'> = {
  setPacked(target, packed) {
    readPacked(packed, (ordinal) => setBit(target, ordinal))
  },
  setMatching(target, { packed, positions, at }, search) {
    let read = 0
    readPacked(packed, (ordinal) => {
      const position = positions[read++]!
      if (hasBit(search.within, ordinal) && occursAtPair(search, ordinal, position, at))
        setBit(target, ordinal)
    })
  },
  setAdjacent(target, [one, other], search) {
    const { term, within } = search
    const isProven = isWholeTerm(one, other, term.length)
    const [left, right] = [createPackedReader(one.packed), createPackedReader(other.packed)]
    for (; Math.max(left.number, right.number) < Number.POSITIVE_INFINITY; ) {
      const [ordinal, rival] = [left.number, right.number]
      if (ordinal === rival) {
        const [position, rivalPosition] = [one.positions[left.position]!, other.positions[right.position]!]
        const isNear = isNearPosition(position) && isNearPosition(rivalPosition)
        const isInStep = isNear && positionOf(rivalPosition) - positionOf(position) === other.at - one.at
        const isUnsure = !isNear || ((position | rivalPosition) & repeatedFlag) !== 0
        if (isInStep && isProven) setBit(target, ordinal)
        else if (
          (isInStep || isUnsure) &&
          hasBit(within, ordinal) &&
          occursAtPair(search, ordinal, position, one.at)
        )
          setBit(target, ordinal)
      }
      if (ordinal <= rival) left.next()
      if (rival <= ordinal) right.next()
    }
  },
  setStarting(target, search, isWhole) {
    eachOrdinal(search.within, (ordinal) => {
      if (startsField(search, ordinal, isWhole)) setBit(target, ordinal)
    })
  },
  countPacked(bits, packed, most) {
    let total = 0
    readPacked(packed, (ordinal) => {
      if (hasBit(bits, ordinal)) total += 1
    })
    return Math.min(total, most + 1)
  },
}

/** Returns whether two pairs at the right distance cover the whole term, so that no text comparison is needed. */
const isWholeTerm = (one: PairInTerm, other: PairInTerm, length: number) =>
  length <= 4 && Math.min(one.at, other.at) === 0 && Math.max(one.at, other.at) + 2 === length

function contains({ texts: { units, offsets }, term }: TextSearch, ordinal: number): boolean {
  const last = offsets[ordinal + 1]! - term.length
  for (let at = offsets[ordinal]!; at <= last; at++) if (matchesAt(units, at, term)) return true
  return false
}

/** Returns whether the text contains the term at the first occurrence of its pair, or elsewhere if the pair occurs again. */
function occursAtPair(search: TextSearch, ordinal: number, position: number, shift: number): boolean {
  const { texts, term } = search
  const at = texts.offsets[ordinal]! + positionOf(position) - shift
  const isInside = at >= texts.offsets[ordinal]! && at + term.length <= texts.offsets[ordinal + 1]!
  if (isNearPosition(position) && isInside && matchesAt(texts.units, at, term)) return true
  return (!isNearPosition(position) || (position & repeatedFlag) !== 0) && contains(search, ordinal)
}

const positionOf = (position: number) => position & ~repeatedFlag
const isNearPosition = (position: number) => positionOf(position) !== farPosition

function startsField(
  { texts: { units, offsets }, term }: TextSearch,
  ordinal: number,
  isWhole: boolean,
): boolean {
  const start = offsets[ordinal]!
  const last = offsets[ordinal + 1]! - term.length
  for (let at = start; at <= last; at++) {
    if (at !== start && units[at - 1] !== fieldEnd) continue
    if (matchesAt(units, at, term) && (!isWhole || units[at + term.length] === fieldEnd)) return true
  }
  return false
}

function matchesAt(units: Uint16Array, at: number, term: Uint16Array): boolean {
  for (let step = 0; step < term.length; step++) if (units[at + step] !== term[step]) return false
  return true
}

/** Loops used only by the similarity search. */
const scoreLoops: Pick<Kernel, 'sizePacked' | 'addBoth' | 'keepScores' | 'clearScores'> = {
  sizePacked(packed) {
    let total = 0
    // The last byte of each number has its top bit clear.
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
  ...aggregateLoops,
  ...editionLoops,
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
    for (let word = 0, end = bits.length; word < end; word++) total += popcount(bits[word]!)
    return total
  },
  countBoth(bits, other) {
    let total = 0
    for (let word = 0, end = bits.length; word < end; word++) total += popcount(bits[word]! & other[word]!)
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
        // Cleared better editions need no special case: each of them has a better edition that is still set.
        if (!hasBetterMatch(order, ordinal, (better) => hasBit(target, better))) continue
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
