/** Packed lists and substring checks in plain TypeScript. */
import { eachOrdinal, has, set } from '../memory/arena.ts'
import { createPackedReader, readPacked } from '../memory/packed.ts'
import { againFlag, farPlace, fieldEnd } from '../text/text-index.ts'
import type { Kernel, PairInTerm, TextSearch } from './kernel.ts'

export const textLoops: Pick<
  Kernel,
  'setPacked' | 'setMatching' | 'setAdjacent' | 'setStarting' | 'countPacked'
> = {
  setPacked(target, packed) {
    readPacked(packed, (ordinal) => set(target, ordinal))
  },
  setMatching(target, { packed, places, at }, search) {
    let read = 0
    readPacked(packed, (ordinal) => {
      const place = places[read++]!
      if (has(search.within, ordinal) && stands(search, ordinal, place, at)) set(target, ordinal)
    })
  },
  setAdjacent(target, [one, other], search) {
    const { term, within } = search
    const isProven = isWholeTerm(one, other, term.length)
    const [left, right] = [createPackedReader(one.packed), createPackedReader(other.packed)]
    for (; Math.max(left.number, right.number) < Number.POSITIVE_INFINITY; ) {
      const [ordinal, rival] = [left.number, right.number]
      if (ordinal === rival) {
        const [place, rivalPlace] = [one.places[left.place]!, other.places[right.place]!]
        const isNear = isKnown(place) && isKnown(rivalPlace)
        const isInStep = isNear && firstOf(rivalPlace) - firstOf(place) === other.at - one.at
        const isUnsure = !isNear || ((place | rivalPlace) & againFlag) !== 0
        if (isInStep && isProven) set(target, ordinal)
        else if ((isInStep || isUnsure) && has(within, ordinal) && stands(search, ordinal, place, one.at))
          set(target, ordinal)
      }
      if (ordinal <= rival) left.next()
      if (rival <= ordinal) right.next()
    }
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

/** Whether two pairs at the right distance leave nothing of the term to compare. */
const isWholeTerm = (one: PairInTerm, other: PairInTerm, length: number) =>
  length <= 4 && Math.min(one.at, other.at) === 0 && Math.max(one.at, other.at) + 2 === length

function contains({ texts: { units, offsets }, term }: TextSearch, ordinal: number): boolean {
  const last = offsets[ordinal + 1]! - term.length
  for (let at = offsets[ordinal]!; at <= last; at++) if (matchesAt(units, at, term)) return true
  return false
}

/** Whether the text has the term where its pair first stands, or somewhere else if the pair stands there again. */
function stands(search: TextSearch, ordinal: number, place: number, shift: number): boolean {
  const { texts, term } = search
  const at = texts.offsets[ordinal]! + firstOf(place) - shift
  const isInside = at >= texts.offsets[ordinal]! && at + term.length <= texts.offsets[ordinal + 1]!
  if (isKnown(place) && isInside && matchesAt(texts.units, at, term)) return true
  return (!isKnown(place) || (place & againFlag) !== 0) && contains(search, ordinal)
}

const firstOf = (place: number) => place & ~againFlag
const isKnown = (place: number) => firstOf(place) !== farPlace

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
