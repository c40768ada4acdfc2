/** Counts, sums and scores over set ordinals, in plain TypeScript. */

import { eachOrdinal } from '../memory/arena.ts'
import { readPacked } from '../memory/packed.ts'
import { unknown } from '../model/generation.ts'
import type { Kernel, Tally } from './kernel.ts'

export const aggregateLoops: Pick<
  Kernel,
  | 'least'
  | 'countColumn'
  | 'countLinks'
  | 'countLists'
  | 'sumColumn'
  | 'sumLinks'
  | 'addBits'
  | 'addList'
  | 'addPacked'
  | 'best'
> = {
  least(bits, ranks, wanted) {
    const held: number[] = []
    eachOrdinal(bits, (ordinal) => insertRank(held, ranks[ordinal]!, wanted))
    return Uint32Array.from(held)
  },
  countColumn(bits, column, counts) {
    eachOrdinal(bits, (ordinal) => {
      const key = column[ordinal]!
      if (key >= 0) counts[key]!++
    })
  },
  countLinks(bits, { offsets, keys }, counts) {
    eachOrdinal(bits, (ordinal) => {
      for (let at = offsets[ordinal]!, end = offsets[ordinal + 1]!; at < end; at++) counts[keys[at]!]!++
    })
  },
  countLists(bits, { offsets, ordinals }, counts) {
    for (let list = 0, end = offsets.length - 1; list < end; list++) {
      let total = 0
      for (let at = offsets[list]!, last = offsets[list + 1]!; at < last; at++) {
        const ordinal = ordinals[at]!
        total += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
      }
      counts[list] = total
    }
  },
  sumColumn(bits, column, tally) {
    eachOrdinal(bits, (ordinal) => {
      const key = column[ordinal]!
      const value = tally.values[ordinal]!
      if (key >= 0 && value !== unknown) addValue(tally, key, value)
    })
  },
  sumLinks(bits, { offsets, keys }, tally) {
    eachOrdinal(bits, (ordinal) => {
      const value = tally.values[ordinal]!
      if (value === unknown) return
      for (let at = offsets[ordinal]!, end = offsets[ordinal + 1]!; at < end; at++)
        addValue(tally, keys[at]!, value)
    })
  },
  addBits(scores, bits, weight) {
    eachOrdinal(bits, (ordinal) => {
      scores[ordinal]! += weight
    })
  },
  addList(scores, ordinals, weight) {
    for (let at = 0, end = ordinals.length; at < end; at++) scores[ordinals[at]!]! += weight
  },
  addPacked(scores, packed, weight) {
    readPacked(packed, (ordinal) => {
      scores[ordinal]! += weight
    })
  },
  best(scores, within, wanted) {
    const held: number[] = []
    eachOrdinal(within, (ordinal) => {
      const score = scores[ordinal]!
      const lowest = held.length < wanted ? 0 : (scores[held[held.length - 1]!] ?? 0)
      if (score <= lowest) return
      let at = held.length < wanted ? held.length : held.length - 1
      for (; at > 0 && scores[held[at - 1]!]! < score; at--) held[at] = held[at - 1]!
      held[at] = ordinal
    })
    return Uint32Array.from(held)
  },
}

function addValue({ sums, known }: Tally, key: number, value: number): void {
  sums[key]! += value
  known[key]!++
}

/** Inserts a rank into the ascending list of the smallest `wanted` ranks. */
function insertRank(held: number[], rank: number, wanted: number): void {
  if (held.length === wanted && rank >= held[wanted - 1]!) return
  let at = held.length < wanted ? held.length : wanted - 1
  for (; at > 0 && held[at - 1]! > rank; at--) held[at] = held[at - 1]!
  held[at] = rank
}
