/** A segment file. Its tables are read into memory; its posting lists are read on request. */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { findLines, type LyricsTerm, type Segment, type SegmentTables } from './segment.rules.ts'

/** Increment when the file format or the folding of text changes. */
const formatMark = 0x6b64_0001
const headerWords = 5
const extensions = { whole: '.spoken', being: '.spoken.new' }

export const segmentName = ({ texts }: SegmentTables): string =>
  `${texts[0] ?? 0}-${texts.at(-1) ?? 0}${extensions.whole}`
export const isSegmentName = (name: string): boolean =>
  name.endsWith(extensions.whole) || name.endsWith(extensions.being)

/** Writes to a temporary name, syncs and renames, so that a segment is never incomplete. */
export function writeSegment(folder: string, segment: Segment): string {
  const { texts, works, firstLines, pairs, starts, lists } = segment
  const tables = [texts, works, firstLines, pairs, starts].map(bytesOf)
  const checksum = tables.reduce((sum, bytes) => crc32(bytes, sum), 0)
  const header = Uint32Array.of(formatMark, texts.length, pairs.length, lists.length, checksum)
  const path = join(folder, segmentName(segment))
  const being = `${path}.new`
  const file = openSync(being, 'w', 0o600)
  try {
    for (const part of [bytesOf(header), ...tables, lists]) writeAll(file, part)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(being, path)
  return path
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

export interface OpenSegment {
  readonly path: string
  readonly tables: SegmentTables
  readonly lines: number
  readonly find: (terms: readonly LyricsTerm[]) => Uint32Array
  readonly close: () => void
  readonly remove: () => void
}

/** Opens a segment; returns undefined if the file is incomplete, corrupted or has another format. */
export function openSegment(path: string): OpenSegment | undefined {
  const file = openSync(path, constants.O_RDONLY)
  const tables = readTables(file)
  if (!tables || basename(path) !== segmentName(tables)) {
    closeSync(file)
    return undefined
  }
  const offset = tableBytes(tables.texts.length, tables.pairs.length)
  const read = (start: number, end: number): Uint8Array => readBytes(file, offset + start, end - start)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  return {
    path,
    tables,
    lines: tables.firstLines.at(-1) ?? 0,
    find: (terms) => findLines(tables, terms, read),
    close,
    remove: () => {
      close()
      rmSync(path, { force: true })
    },
  }
}

const tableBytes = (texts: number, pairs: number): number => 4 * (headerWords + texts * 3 + 1 + pairs * 2 + 1)

function readTables(file: number): SegmentTables | undefined {
  const header = wordsOf(readBytes(file, 0, headerWords * 4))
  const [mark, texts = 0, pairs = 0, lists = 0, checksum] = header
  const end = tableBytes(texts, pairs)
  if (mark !== formatMark || fstatSync(file).size !== end + lists) return undefined
  const bytes = readBytes(file, headerWords * 4, end - headerWords * 4)
  if (crc32(bytes) !== checksum) return undefined
  const words = wordsOf(bytes)
  let at = 0
  const take = (length: number) => {
    at += length
    return words.subarray(at - length, at)
  }
  return {
    texts: take(texts),
    works: take(texts),
    firstLines: take(texts + 1),
    pairs: take(pairs),
    starts: take(pairs + 1),
  }
}

const wordsOf = (bytes: Uint8Array) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)

/** Returns fewer bytes at the end of the file, rounded down to whole 32-bit words. */
function readBytes(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  while (at < length) {
    const read = readSync(file, bytes, at, length - at, position + at)
    if (read === 0) break
    at += read
  }
  return at === length ? bytes : bytes.slice(0, at & ~3)
}
