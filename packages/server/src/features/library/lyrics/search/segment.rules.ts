/**
 * A segment of the full-text index of lyrics: for each pair of adjacent code units in the folded lines, the positions at which it occurs.
 * Segments are immutable. Posting lists stay on disk and are read on request; the tables take a few bytes per text and pair. Words of two
 * or more characters are found by their pairs at the right distance.
 */
import { createPairTable, type PairTable } from '@koedana/catalogue/text/pair-table.ts'
import { decodeLines, decodePostings, distinctLines, intersectPostings } from './postings.rules.ts'

export interface SpokenText {
  readonly key: number
  readonly workKey: number
  /** Folded lines in the order of the stored text. */
  readonly lines: readonly string[]
}

export interface SegmentTables {
  /** Keys of the texts, ascending; `works` has the work of each. */
  readonly texts: Uint32Array
  readonly works: Uint32Array
  /** The lines of text t are `firstLines[t] … firstLines[t + 1] - 1`. */
  readonly firstLines: Uint32Array
  /** `first << 16 | second`, ascending. */
  readonly pairs: Uint32Array
  /** The list of pair p is at bytes `starts[p] … starts[p + 1] - 1` of the lists. */
  readonly starts: Uint32Array
}

export interface Segment extends SegmentTables {
  /** Posting lists of all pairs, in the order of `pairs` (format: `postings.rules.ts`). */
  readonly lists: Uint8Array
}

export function buildSegment(texts: readonly SpokenText[]): Segment {
  const slots = createPairTable(texts.length)
  measureLists(texts, slots)
  const order = slots.sorted()
  const pairs = Uint32Array.from(order, (slot) => slots.pairAt(slot))
  const starts = new Uint32Array(order.length + 1)
  const words = slots.words()
  order.forEach((slot, at) => {
    starts[at + 1] = (starts[at] ?? 0) + (words[slot + writePosition] ?? 0)
    words[slot + writePosition] = starts[at] ?? 0
    words[slot + previousLine] = 0
  })
  const lists = new Uint8Array(starts.at(-1) ?? 0)
  eachPair(texts, (pair, line, offset) => {
    const slot = slots.position(pair)
    const at = writeNumber(lists, words[slot + writePosition] ?? 0, line - (words[slot + previousLine] ?? 0))
    words[slot + writePosition] = writeNumber(lists, at, offset)
    words[slot + previousLine] = line
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

/** Words of a slot after its pair: first the length of its list in bytes, later the write position; and the previous line. */
const [writePosition, previousLine] = [1, 2]

function measureLists(texts: readonly SpokenText[], slots: PairTable): void {
  eachPair(texts, (pair, line, offset) => {
    const slot = slots.position(pair)
    const words = slots.words()
    const step = encodedLength(line - (words[slot + previousLine] ?? 0))
    words[slot + writePosition] = (words[slot + writePosition] ?? 0) + step + encodedLength(offset)
    words[slot + previousLine] = line
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

const encodedLength = (value: number): number =>
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

/** A line matches if it contains any spelling of a wanted term, and no spelling of an excluded one. */
export interface LyricsTerm {
  readonly spellings: readonly string[]
  readonly isExcluded: boolean
}

/** Reads bytes `start` to `end` (exclusive) of the posting lists. */
export type ReadLists = (start: number, end: number) => Uint8Array

export function findLines(tables: SegmentTables, terms: readonly LyricsTerm[], read: ReadLists): Uint32Array {
  let found: Uint32Array | undefined
  for (const { spellings, isExcluded } of terms.toSorted(
    (a, b) => Number(a.isExcluded) - Number(b.isExcluded),
  )) {
    const lines = spellings.map((spelling) => linesOf(tables, spelling, read)).reduce(unionOf)
    found =
      found === undefined ? (isExcluded ? new Uint32Array() : lines) : filterLines(found, lines, !isExcluded)
    if (found.length === 0) break
  }
  return found ?? new Uint32Array()
}

/** The byte range of a pair's list, and the offset of the pair in its word. */
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
  const covering = lists.filter(({ offset }) => coveringOffsets(word.length).has(offset))
  // A much rarer pair is worth an extra read: it leaves few positions for the others to check.
  const isWorth = rarest && covering[0] && sizeOf(rarest) * 2 < sizeOf(covering[0])
  const [first, ...others] = isWorth ? [rarest, ...covering] : covering
  if (!first) return new Uint32Array()
  if (others.length === 0) return decodeLines(read(first.start, first.end))
  const offsets = decodePostings(read(first.start, first.end), first.offset)
  for (const { offset, start, end } of others) {
    if (offsets.count > 0) intersectPostings(offsets, read(start, end), offset)
  }
  return distinctLines(offsets)
}

/** Returns offsets of adjacent pairs that cover a word; the last may overlap. */
function coveringOffsets(length: number): ReadonlySet<number> {
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

function unionOf(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  return Uint32Array.from(new Set([...a, ...b])).sort()
}

/** Returns the lines of `a` that are also in `b`, or those that are not. */
function filterLines(a: Uint32Array, b: Uint32Array, isWanted: boolean): Uint32Array {
  let j = 0
  return a.filter((line) => {
    while (j < b.length && (b[j] ?? 0) < line) j += 1
    return (b[j] === line) === isWanted
  })
}
