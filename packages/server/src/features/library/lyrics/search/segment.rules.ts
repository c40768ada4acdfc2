/**
 * A part of the index of everything that is spoken: for each pair of neighbouring code units of folded lines, where it
 * stands. A segment is made once and never changed; its lists lie on disk and are read as they are requested, the rest is
 * some bytes a text and a pair. Words of two characters and more are found by pairs at the right distance.
 */
import { createSlots, type Slots } from '@koedana/catalogue/text/slots.ts'
import { distinctLines, keepCommon, linesIn, postingsIn } from './postings.rules.ts'

export interface SpokenText {
  readonly key: number
  readonly workKey: number
  /** Folded, as they stand in the stored text. */
  readonly lines: readonly string[]
}

/** This part of a segment is kept in memory. */
export interface SegmentTables {
  /** Ascending keys of texts, and of the work of each. */
  readonly texts: Uint32Array
  readonly works: Uint32Array
  /** The lines of text t are `firstLines[t] … firstLines[t + 1] - 1`. */
  readonly firstLines: Uint32Array
  /** `first << 16 | second`, ascending. */
  readonly pairs: Uint32Array
  /** The list of pair p is `starts[p] … starts[p + 1] - 1` of the lists. */
  readonly starts: Uint32Array
}

export interface Segment extends SegmentTables {
  /** The postings of every pair, in order: steps from line to line, and the offset in the line, as numbers of 7 bits a byte. */
  readonly lists: Uint8Array
}

export function buildSegment(texts: readonly SpokenText[]): Segment {
  const slots = createSlots(texts.length)
  measure(texts, slots)
  const order = slots.sorted()
  const pairs = Uint32Array.from(order, (slot) => slots.pairAt(slot))
  const starts = new Uint32Array(order.length + 1)
  const words = slots.words()
  order.forEach((slot, at) => {
    starts[at + 1] = (starts[at] ?? 0) + (words[slot + nextByte] ?? 0)
    words[slot + nextByte] = starts[at] ?? 0
    words[slot + lineBefore] = 0
  })
  const lists = new Uint8Array(starts.at(-1) ?? 0)
  eachPair(texts, (pair, line, offset) => {
    const slot = slots.position(pair)
    const at = writeNumber(lists, words[slot + nextByte] ?? 0, line - (words[slot + lineBefore] ?? 0))
    words[slot + nextByte] = writeNumber(lists, at, offset)
    words[slot + lineBefore] = line
  })
  const firstLines = new Uint32Array(texts.length + 1)
  texts.forEach(({ lines }, at) => {
    firstLines[at + 1] = (firstLines[at] ?? 0) + lines.length
  })
  const keys = Uint32Array.from(texts, ({ key }) => key)
  return {
    texts: keys,
    works: Uint32Array.from(texts, ({ workKey }) => workKey),
    firstLines,
    pairs,
    starts,
    lists,
  }
}

/** The numbers of a slot beside its pair: how long its list is so far, then where it goes on, and the last line. */
const [nextByte, lineBefore] = [1, 2]

/** Counts the bytes of each pair's list, by slot. */
function measure(texts: readonly SpokenText[], slots: Slots): void {
  eachPair(texts, (pair, line, offset) => {
    const slot = slots.position(pair)
    const words = slots.words()
    const step = bytesOf(line - (words[slot + lineBefore] ?? 0))
    words[slot + nextByte] = (words[slot + nextByte] ?? 0) + step + bytesOf(offset)
    words[slot + lineBefore] = line
  })
}

function eachPair(
  texts: readonly SpokenText[],
  visit: (pair: number, line: number, offset: number) => void,
): void {
  let line = 0
  for (const { lines } of texts) {
    for (const text of lines) {
      for (let at = 0; at + 1 < text.length; at += 1) visit(pairOf(text, at), line, at)
      line += 1
    }
  }
}

const pairOf = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)

const bytesOf = (value: number): number =>
  value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5

function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at++] = rest
  return at
}

/** Any of the spellings of each wanted term stands in the line, and none of an unwanted one. */
export interface SpokenTerm {
  readonly spellings: readonly string[]
  readonly isExcluded: boolean
}

/** Bytes of the lists. */
export type ReadLists = (start: number, end: number) => Uint8Array

/** Returns the lines that match, ascending. */
export function findLines(tables: SegmentTables, terms: readonly SpokenTerm[], read: ReadLists): Uint32Array {
  let found: Uint32Array | undefined
  for (const { spellings, isExcluded } of terms.toSorted(
    (a, b) => Number(a.isExcluded) - Number(b.isExcluded),
  )) {
    const lines = spellings.map((spelling) => linesOf(tables, spelling, read)).reduce(united)
    found =
      found === undefined ? (isExcluded ? new Uint32Array() : lines) : combined(found, lines, !isExcluded)
    if (found.length === 0) break
  }
  return found ?? new Uint32Array()
}

/** Says where the list of a pair lies, and where in its word the pair stands. */
interface PairList {
  readonly offset: number
  readonly start: number
  readonly end: number
}

const sizeOf = ({ start, end }: PairList): number => end - start

function linesOf(tables: SegmentTables, word: string, read: ReadLists): Uint32Array {
  const lists: PairList[] = []
  for (let offset = 0; offset + 1 < word.length; offset += 1) {
    const at = findPair(tables.pairs, pairOf(word, offset))
    if (at < 0) return new Uint32Array()
    lists.push({ offset, start: tables.starts[at] ?? 0, end: tables.starts[at + 1] ?? 0 })
  }
  lists.sort((a, b) => sizeOf(a) - sizeOf(b))
  const [rarest] = lists
  const covering = lists.filter(({ offset }) => pairOffsets(word.length).has(offset))
  // One that is much rarer leaves few beginnings for the others, even where they would do without it.
  const isWorth = rarest && covering[0] && sizeOf(rarest) * 2 < sizeOf(covering[0])
  const [first, ...others] = isWorth ? [rarest, ...covering] : covering
  if (!first) return new Uint32Array()
  if (others.length === 0) return linesIn(read(first.start, first.end))
  const offsets = postingsIn(read(first.start, first.end), first.offset)
  for (const { offset, start, end } of others) {
    if (offsets.count > 0) keepCommon(offsets, read(start, end), offset)
  }
  return distinctLines(offsets)
}

/** Pairs side by side cover a word; the last may overlap. */
function pairOffsets(length: number): ReadonlySet<number> {
  const offsets = new Set<number>()
  for (let at = 0; at + 1 < length; at += 2) offsets.add(at)
  if (length % 2 === 1 && length > 1) offsets.add(length - 2)
  return offsets
}

function findPair(pairs: Uint32Array, pair: number): number {
  let [low, high] = [0, pairs.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = pairs[middle] ?? 0
    if (value === pair) return middle
    if (value < pair) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function united(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  return Uint32Array.from(new Set([...a, ...b])).sort()
}

/** Returns those of `a` that are, or are not, in `b` too. */
function combined(a: Uint32Array, b: Uint32Array, isWanted: boolean): Uint32Array {
  let j = 0
  return a.filter((line) => {
    while (j < b.length && (b[j] ?? 0) < line) j += 1
    return (b[j] === line) === isWanted
  })
}
