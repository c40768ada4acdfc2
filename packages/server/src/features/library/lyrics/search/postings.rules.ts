/**
 * Postings of pairs: steps from line to line, and the offset in the line, as numbers of 7 bits a byte. The
 * rarest pair of a word is written out once, and the others are read past it: nothing else is kept.
 */

/** Words may begin at these, by line and offset, in order; the first `count` count. */
export interface Postings {
  readonly lines: Uint32Array
  readonly offsets: Int32Array
  count: number
}

/** Arrays that the next word uses again: megabytes for each would keep the collector busy. */
let room = { lines: new Uint32Array(), offsets: new Int32Array() }

function roomFor(count: number): typeof room {
  if (room.lines.length < count)
    room = { lines: new Uint32Array(count * 2), offsets: new Int32Array(count * 2) }
  return room
}

/** Returns the list of a pair that stands `shift` behind the beginning of its word. Over with the next word. */
export function postingsIn(bytes: Uint8Array, shift: number): Postings {
  const { lines, offsets } = roomFor(bytes.length >>> 1)
  const list = new List(bytes)
  let count = 0
  while (list.next()) {
    lines[count] = list.line
    offsets[count++] = list.offset - shift
  }
  return { lines, offsets, count }
}

/** Keeps the beginnings at which that pair stands, too. */
export function keepCommon(kept: Postings, bytes: Uint8Array, shift: number): void {
  const { lines, offsets, count } = kept
  const list = new List(bytes)
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

/** Returns the lines of a list, each once. */
export function linesIn(bytes: Uint8Array): Uint32Array {
  const { lines } = roomFor(bytes.length >>> 1)
  const list = new List(bytes)
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

class List {
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
