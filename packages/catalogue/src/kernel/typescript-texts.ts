/** Packed lists and substring checks in plain TypeScript. */
import { has, set } from '../bits.ts'
import { readPacked } from '../text/packed.ts'
import { fieldEnd } from '../text/texts.ts'
import type { Kernel, TextSearch } from './kernel.ts'
import { eachOrdinal } from './words.ts'

export const textLoops: Pick<Kernel, 'setPacked' | 'setMatching' | 'setStarting' | 'countPacked'> = {
  setPacked(target, packed) {
    readPacked(packed, (ordinal) => set(target, ordinal))
  },
  setMatching(target, packed, search) {
    readPacked(packed, (ordinal) => {
      if (has(search.within, ordinal) && contains(search, ordinal)) set(target, ordinal)
    })
  },
  setStarting(target, search, isWhole) {
    eachOrdinal(search.within, (ordinal) => {
      if (starts(search, ordinal, isWhole)) set(target, ordinal)
    })
  },
  countPacked(bits, packed, most) {
    let total = 0
    readPacked(packed, (ordinal) => {
      if (has(bits, ordinal)) total += 1
    })
    return Math.min(total, most + 1)
  },
}

function contains({ texts: { units, offsets }, term }: TextSearch, ordinal: number): boolean {
  const last = offsets[ordinal + 1]! - term.length
  for (let at = offsets[ordinal]!; at <= last; at++) if (matchesAt(units, at, term)) return true
  return false
}

function starts({ texts: { units, offsets }, term }: TextSearch, ordinal: number, isWhole: boolean): boolean {
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
