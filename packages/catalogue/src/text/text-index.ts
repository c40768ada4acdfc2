/**
 * Finds documents by any part of their text. For every pair of neighbouring code units the documents that hold it, as
 * packed lists; pairs are sorted, so that the pairs that begin with one unit lie together. Longer terms take the list of
 * their rarest pair and are checked against the text itself.
 */
import type { Arena } from '../arena.ts'
import { stepLength, writeStep } from './packed.ts'
import { fieldEnd, type Texts } from './texts.ts'

export interface TextIndex {
  readonly texts: Texts
  /** `first << 16 | second`, ascending; the last unit of a field is followed by its end. */
  readonly pairs: Uint32Array
  /** The list of pair p is `packed[starts[p]] … packed[starts[p + 1] - 1]`. */
  readonly starts: Uint32Array
  readonly packed: Uint8Array
}

export function buildTextIndex(arena: Arena, texts: Texts): TextIndex {
  const slots = createSlots()
  const lengths = measure(texts, slots)
  const order = slots.sorted()
  const pairs = arena.uint32(order.length)
  const starts = arena.uint32(order.length + 1)
  order.forEach((slot, at) => {
    pairs[at] = slots.pairAt(slot)
    starts[at + 1] = starts[at]! + lengths[slot]!
  })
  const packed = arena.uint8(starts.at(-1) ?? 0)
  const next = new Uint32Array(slots.capacity())
  order.forEach((slot, at) => {
    next[slot] = starts[at]!
  })
  write(texts, slots, { packed, next })
  return { texts, pairs, starts, packed }
}

/** Where the pairs lie that begin with a unit, or the one pair of two. */
export function pairsOf(
  { pairs }: TextIndex,
  first: number,
  second?: number,
): { start: number; end: number } {
  const start = firstAtLeast(pairs, first * 65_536 + (second ?? 0))
  const after = second === undefined ? (first + 1) * 65_536 : first * 65_536 + second + 1
  return { start, end: firstAtLeast(pairs, after) }
}

/** The documents that hold a pair. */
export const packedOf = ({ starts, packed }: TextIndex, pair: number): Uint8Array =>
  packed.subarray(starts[pair]!, starts[pair + 1]!)

function firstAtLeast(pairs: Uint32Array, value: number): number {
  let low = 0
  let high = pairs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pairs[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Bytes that each pair's list will take, by slot. */
function measure({ units, offsets }: Texts, slots: Slots): Uint32Array {
  let lengths = new Uint32Array(slots.capacity())
  let last = new Int32Array(slots.capacity()).fill(-1)
  for (let document = 0; document + 1 < offsets.length; document++) {
    for (let at = offsets[document]!, end = offsets[document + 1]! - 1; at < end; at++) {
      if (units[at] === fieldEnd) continue
      if (slots.isCrowded()) {
        const moved = slots.grow()
        lengths = moved(lengths, new Uint32Array(slots.capacity()))
        last = moved(last, new Int32Array(slots.capacity()).fill(-1))
      }
      const slot = slots.place(units[at]! * 65_536 + units[at + 1]!)
      if (last[slot] === document) continue
      lengths[slot]! += stepLength(last[slot] === -1 ? document : document - last[slot]!)
      last[slot] = document
    }
  }
  return lengths
}

function write(
  { units, offsets }: Texts,
  slots: Slots,
  { packed, next }: { packed: Uint8Array; next: Uint32Array },
): void {
  const last = new Int32Array(slots.capacity()).fill(-1)
  for (let document = 0; document + 1 < offsets.length; document++) {
    for (let at = offsets[document]!, end = offsets[document + 1]! - 1; at < end; at++) {
      if (units[at] === fieldEnd) continue
      const slot = slots.place(units[at]! * 65_536 + units[at + 1]!)
      if (last[slot] === document) continue
      next[slot] = writeStep(packed, next[slot]!, last[slot] === -1 ? document : document - last[slot]!)
      last[slot] = document
    }
  }
}

interface Slots {
  readonly capacity: () => number
  readonly isCrowded: () => boolean
  /** The slot of a pair, its own from now on. */
  readonly place: (pair: number) => number
  readonly pairAt: (slot: number) => number
  /** Taken slots in ascending order of their pairs. */
  readonly sorted: () => number[]
  /** Doubles the room; the answer moves what was kept by slot. */
  readonly grow: () => <A extends Uint32Array | Int32Array>(from: A, to: A) => A
}

/** A hash table of numbers with linear probing: a pair is looked up for every character of the catalogue. */
function createSlots(): Slots {
  let table = new Uint32Array(1 << 16)
  let taken = 0
  const find = (pair: number): number => {
    const mask = table.length - 1
    let slot = (Math.imul(pair, 0x9e37_79b1) >>> 8) & mask
    while (table[slot] !== 0 && table[slot] !== pair) slot = (slot + 1) & mask
    return slot
  }
  return {
    capacity: () => table.length,
    isCrowded: () => taken * 2 > table.length,
    place: (pair) => {
      const slot = find(pair)
      if (table[slot] === 0) {
        table[slot] = pair
        taken += 1
      }
      return slot
    },
    pairAt: (slot) => table[slot]!,
    sorted: () => {
      const slots = [...table.keys()].filter((slot) => table[slot] !== 0)
      return slots.sort((a, b) => table[a]! - table[b]!)
    },
    grow: () => {
      const before = table
      table = new Uint32Array(before.length * 2)
      const places = new Uint32Array(before.length)
      for (let slot = 0; slot < before.length; slot++) {
        if (before[slot] === 0) continue
        places[slot] = find(before[slot]!)
        table[places[slot]!] = before[slot]!
      }
      return (from, to) => {
        for (let slot = 0; slot < before.length; slot++)
          if (before[slot] !== 0) to[places[slot]!] = from[slot]!
        return to
      }
    },
  }
}
