/**
 * Posting lists of character pairs. Each entry is the delta to the previous line and the offset in the line, as variable-length integers
 * of 7 bits a byte. The list of a word's rarest pair is decoded, and the others are intersected with it while reading.
 */

/** Positions at which a word may begin, sorted by line and offset. Only the first `count` are valid. */
export interface Postings {
  readonly lines: Uint32Array
  readonly offsets: Int32Array
  count: number
}

/** Scratch arrays shared by all words: allocating megabytes for each would keep the garbage collector busy. */
let scratch = { lines: new Uint32Array(), offsets: new Int32Array() }

function scratchFor(count: number): typeof scratch {
  if (scratch.lines.length < count)
    scratch = { lines: new Uint32Array(count * 2), offsets: new Int32Array(count * 2) }
  return scratch
}

/** Decodes the list of a pair that is `shift` code units after the start of its word. The result is valid until the next call. */
export function decodePostings(bytes: Uint8Array, shift: number): Postings {
  const { lines, offsets } = scratchFor(bytes.length >>> 1)
  const list = new PostingReader(bytes)
  let count = 0
  while (list.next()) {
    lines[count] = list.line
    offsets[count++] = list.offset - shift
  }
  return { lines, offsets, count }
}

/** Keeps only the positions at which the other pair occurs too, in place. */
export function intersectPostings(kept: Postings, bytes: Uint8Array, shift: number): void {
  const { lines, offsets, count } = kept
  const list = new PostingReader(bytes)
  let [from, to] = [0, 0]
  let isThere = list.next()
  while (isThere && from < count) {
    const line = lines[from] ?? 0
    const step = list.line - line || list.offset - shift - (offsets[from] ?? 0)
    if (step === 0) {
      lines[to] = line
      offsets[to++] = list.offset - shift
    }
    if (step >= 0) from += 1
    if (step <= 0) isThere = list.next()
  }
  kept.count = to
}

/** Returns the distinct lines of a posting list. */
export function decodeLines(bytes: Uint8Array): Uint32Array {
  const { lines } = scratchFor(bytes.length >>> 1)
  const list = new PostingReader(bytes)
  let count = 0
  let last = -1
  while (list.next()) {
    if (list.line !== last) lines[count++] = list.line
    last = list.line
  }
  return lines.slice(0, count)
}

export function distinctLines({ lines, count }: Postings): Uint32Array {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const line = lines[at] ?? 0
    if (kept === 0 || lines[kept - 1] !== line) lines[kept++] = line
  }
  return lines.slice(0, kept)
}

class PostingReader {
  readonly #bytes: Uint8Array
  #at = 0
  line = 0
  offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): boolean {
    if (this.#at >= this.#bytes.length) return false
    const step = this.#bytes[this.#at++] ?? 0
    this.line += step < 128 ? step : this.#long(step)
    const offset = this.#bytes[this.#at++] ?? 0
    this.offset = offset < 128 ? offset : this.#long(offset)
    return true
  }

  #long(first: number): number {
    let value = first & 127
    let byte = first
    for (let bits = 7; byte > 127; bits += 7) {
      byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 127) * 2 ** bits
    }
    return value
  }
}
