/**
 * Finds documents by any part of their text. Every pair of adjacent code units has a packed list of its documents, with the pair's position
 * in each. Pairs are sorted, so that all pairs that start with one unit are adjacent.
 * Longer terms are found by pairs at the right distance, or by one pair and a comparison with the text.
 */
import type { Arena } from '../memory/arena.ts'
import { stepLength, writeStep } from '../memory/packed.ts'
import { foldInto } from './fold.rules.ts'
import { createPairTable, type PairTable } from './pair-table.ts'

export interface TextIndex {
  readonly texts: Texts
  /** `first << 16 | second`, ascending; `fieldEnd` precedes the first unit and follows the last unit of every field. */
  readonly pairs: Uint32Array
  /** The list of pair p is `packed[starts[p]] … packed[starts[p + 1] - 1]`. */
  readonly starts: Uint32Array
  readonly packed: Uint8Array
  /** The positions of pair p in the texts of its documents start at `positions[firsts[p]]`. */
  readonly firsts: Uint32Array
  readonly positions: Uint8Array
}

/** Stands for all first positions that are too large for the seven bits stored. */
export const farPosition = 127
/** Set if the pair occurs again in the document. */
export const repeatedFlag = 128

export interface PairList {
  readonly packed: Uint8Array
  readonly positions: Uint8Array
}

export function buildTextIndex(arena: Arena, texts: Texts): TextIndex {
  const slots = createPairTable(texts.units.length)
  measureLists(texts, slots)
  const order = slots.sorted()
  const pairs = arena.uint32(order.length)
  const [starts, firsts] = [arena.uint32(order.length + 1), arena.uint32(order.length + 1)]
  const words = slots.words()
  order.forEach((slot, at) => {
    pairs[at] = slots.pairAt(slot)
    starts[at + 1] = starts[at]! + words[slot + nextByte]!
    firsts[at + 1] = firsts[at]! + words[slot + nextPosition]!
    words[slot + nextByte] = starts[at]!
    words[slot + nextPosition] = firsts[at]!
    words[slot + lastDocument] = 0
  })
  const packed = arena.uint8(starts.at(-1) ?? 0)
  const positions = arena.uint8(firsts.at(-1) ?? 0)
  writeLists(texts, slots, { packed, positions })
  return { texts, pairs, starts, packed, firsts, positions }
}

/**
 * Numbers of a slot after its pair: the lengths of its two lists so far, later their write positions, and the last document, counted from
 * 1.
 */
const [nextByte, nextPosition, lastDocument] = [1, 2, 3]

/** Returns the pairs that start with a unit, or the single pair of two units. */
export function pairsOf(
  { pairs }: TextIndex,
  first: number,
  second?: number,
): { start: number; end: number } {
  const start = firstAtLeast(pairs, first * 65_536 + (second ?? 0))
  const after = second === undefined ? (first + 1) * 65_536 : first * 65_536 + second + 1
  return { start, end: firstAtLeast(pairs, after) }
}

export const packedOf = ({ starts, packed }: TextIndex, pair: number): Uint8Array =>
  packed.subarray(starts[pair]!, starts[pair + 1]!)

/** Returns the packed list with positions. */
export const listOfPair = (index: TextIndex, pair: number): PairList => ({
  packed: packedOf(index, pair),
  positions: index.positions.subarray(index.firsts[pair]!, index.firsts[pair + 1]!),
})

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

/** Returns the pair at a position of a document that starts at `start`; at `start - 1`, the pair of `fieldEnd` and the first unit. */
const pairAt = (units: Uint16Array, at: number, start: number) =>
  ((at < start ? fieldEnd : units[at]!) << 16) | units[at + 1]!

/** Counts the bytes of each pair's list and the documents that contain the pair. */
function measureLists({ units, offsets }: Texts, slots: PairTable): void {
  for (let document = 0; document + 1 < offsets.length; document++) {
    const start = offsets[document]!
    for (let at = start - 1, end = offsets[document + 1]! - 1; at < end; at++) {
      const slot = slots.position(pairAt(units, at, start))
      const words = slots.words()
      const before = words[slot + lastDocument]!
      if (before === document + 1) continue
      words[slot + nextByte]! += stepLength(stepFrom(before, document))
      words[slot + nextPosition]! += 1
      words[slot + lastDocument] = document + 1
    }
  }
}

/** The first document of a list is stored as such, later ones as differences. */
const stepFrom = (before: number, document: number) => (before === 0 ? document : document + 1 - before)

type PackedLists = Pick<TextIndex, 'packed' | 'positions'>

function writeLists({ units, offsets }: Texts, slots: PairTable, { packed, positions }: PackedLists): void {
  const words = slots.words()
  for (let document = 0; document + 1 < offsets.length; document++) {
    const start = offsets[document]!
    for (let at = start - 1, end = offsets[document + 1]! - 1; at < end; at++) {
      const slot = slots.position(pairAt(units, at, start))
      const before = words[slot + lastDocument]!
      const position = words[slot + nextPosition]!
      if (before === document + 1) {
        positions[position - 1]! |= repeatedFlag
        continue
      }
      words[slot + nextByte] = writeStep(packed, words[slot + nextByte]!, stepFrom(before, document))
      positions[position] = Math.min(Math.max(0, at - start), farPosition)
      words[slot + nextPosition] = position + 1
      words[slot + lastDocument] = document + 1
    }
  }
}

/** Folded texts of many documents in one array of code units; each field of a document ends with a line feed. */
export interface Texts {
  readonly units: Uint16Array
  /** Document d is `units[offsets[d]] … units[offsets[d + 1] - 1]`. */
  readonly offsets: Uint32Array
}

/** Ends every field. Folding turns all white space into spaces, so no text contains it. */
export const fieldEnd = 10

export interface TextsWriter {
  /** Adds the folded fields of the next document; empty and repeated fields are skipped. */
  readonly add: (fields: readonly string[]) => void
  /** Adds fields that are not folded yet, without creating folded strings. */
  readonly addUnfolded: (fields: readonly string[]) => void
  /** Call once all documents are added, and before anything else is allocated in the arena. */
  readonly finish: () => Texts
}

/** Units are appended to the arena in chunks of about this size, which never split a document. */
const chunkLength = 1 << 14

/** Writes a field at a position of the array that `roomFor` returns; returns its end. */
type WriteField = (field: string, start: number, roomFor: (length: number) => Uint16Array) => number

/** Creates a writer for `count` documents. */
export function writeTexts(arena: Arena, count: number): TextsWriter {
  const offsets = arena.uint32(count + 1)
  const units = arena.growingUint16()
  let chunk = new Uint16Array(chunkLength)
  let [length, written, document] = [0, 0, 0]
  const flush = () => {
    units.append(chunk.subarray(0, length))
    written += length
    length = 0
  }
  const roomFor = (more: number) => {
    // One more unit ends the field.
    if (length + more >= chunk.length) chunk = enlarge(chunk, 2 * (length + more + 1))
    return chunk
  }
  const addBy = (write: WriteField) => (fields: readonly string[]) => {
    if (length > chunkLength / 2) flush()
    const start = length
    for (const field of fields) {
      const end = write(field, length, roomFor)
      if (end === length || isRepeatedField(chunk, { start, written: length, end })) continue
      chunk[end] = fieldEnd
      length = end + 1
    }
    document += 1
    offsets[document] = written + length
  }
  return {
    add: addBy(copyInto),
    addUnfolded: addBy(foldInto),
    finish: () => {
      flush()
      return { units: units.finish(), offsets }
    },
  }
}

function enlarge(units: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
  const more = new Uint16Array(length)
  more.set(units)
  return more
}

const copyInto: WriteField = (field, start, roomFor) => {
  const units = roomFor(field.length)
  for (let at = 0; at < field.length; at++) units[start + at] = field.charCodeAt(at)
  return start + field.length
}

interface Fields {
  /** Start of the document's fields, each with its end. */
  readonly start: number
  /** Start of the new field. */
  readonly written: number
  /** End of the new field, exclusive. */
  readonly end: number
}

/** Returns whether the new field equals an earlier one of the document. */
function isRepeatedField(units: Uint16Array, { start, written, end }: Fields): boolean {
  for (let at = start; at < written; ) {
    let [one, other] = [at, written]
    while (other < end && units[one] === units[other]) {
      one += 1
      other += 1
    }
    if (other === end && units[one] === fieldEnd) return true
    at = units.indexOf(fieldEnd, one) + 1
  }
  return false
}

export function fieldsOf({ units, offsets }: Texts, document: number): string[] {
  const text = String.fromCharCode(...units.subarray(offsets[document]!, offsets[document + 1]!))
  return text.split('\n').slice(0, -1)
}

export function unitsOf(text: string): Uint16Array {
  return Uint16Array.from(text, (_, at) => text.charCodeAt(at))
}
