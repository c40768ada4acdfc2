/** Builds links by ordinal from rows of work and entity, one page of works after another. */
import type { Arena } from '../memory/arena.ts'
import { createNumberList } from '../memory/temporary-arrays.ts'
import { type Columns, type Links, ordinalOf } from '../model/generation.ts'

/** Parallel arrays with one element per row; rows in any order. */
export interface LinkRows {
  /** Keys of works. */
  readonly works: ArrayLike<number>
  readonly entities: ArrayLike<number>
  readonly positions: ArrayLike<number>
}

export interface LinksWriter {
  /** Adds all rows of the works from ordinal `start` to `end` (exclusive); pages must come in order. */
  readonly add: (start: number, end: number, rows: LinkRows) => void
  /** Call once all works are added. The keys are allocated in the arena only now, because their number was unknown before. */
  readonly finish: () => Links
}

export function writeLinks(arena: Arena, columns: Columns): LinksWriter {
  const offsets = arena.uint32(columns.count + 1)
  const written = createNumberList()
  const ordinalsOf = createOrdinalFinder(columns)
  const keysOf = createKeyWriter(offsets)
  return {
    add: (start, end, rows) => {
      written.append(keysOf({ start, end, rows, ordinals: ordinalsOf(rows.works, start) }))
    },
    finish: () => {
      const keys = arena.int32(offsets.at(-1) ?? 0)
      written.moveTo(keys)
      return { offsets, keys }
    },
  }
}

interface Page {
  readonly start: number
  readonly end: number
  readonly rows: LinkRows
  readonly ordinals: Int32Array
}

/** Writes the end offset of each work and returns the keys of the page, sorted by position. */
function createKeyWriter(offsets: Uint32Array): (page: Page) => Int32Array {
  let [keys, sorted, next] = [new Int32Array(0), new Int32Array(0), new Uint32Array(0)]
  return (page) => {
    const { start, end } = page
    writeEnds(offsets, page)
    const count = offsets[end]! - offsets[start]!
    if (count > keys.length) [keys, sorted] = [new Int32Array(2 * count), new Int32Array(2 * count)]
    if (end - start > next.length) next = new Uint32Array(end - start)
    next.set(offsets.subarray(start, end))
    writeKeys(offsets, page, { keys, sorted, next })
    return keys.subarray(0, count)
  }
}

function writeEnds(offsets: Uint32Array, { start, end, ordinals }: Page): void {
  for (let row = 0; row < ordinals.length; row++) if (ordinals[row]! >= 0) offsets[ordinals[row]! + 1]!++
  for (let ordinal = start; ordinal < end; ordinal++) offsets[ordinal + 1]! += offsets[ordinal]!
}

interface PageArrays {
  readonly keys: Int32Array
  /** The position of each key. */
  readonly sorted: Int32Array
  /** The index for the next key of each work. */
  readonly next: Uint32Array
}

function writeKeys(
  offsets: Uint32Array,
  { start, rows: { entities, positions }, ordinals }: Page,
  { keys, sorted, next }: PageArrays,
): void {
  const before = offsets[start]!
  for (let row = 0; row < ordinals.length; row++) {
    const ordinal = ordinals[row]!
    if (ordinal < 0) continue
    const first = offsets[ordinal]! - before
    let at = next[ordinal - start]!++ - before
    // Insertion sort: rows are mostly in order already.
    for (; at > first && sorted[at - 1]! > positions[row]!; at--) {
      sorted[at] = sorted[at - 1]!
      keys[at] = keys[at - 1]!
    }
    sorted[at] = positions[row]!
    keys[at] = entities[row]!
  }
}

/** Returns the ordinals of works, -1 for unknown ones; the array is reused by the next call. */
function createOrdinalFinder(columns: Columns): (works: ArrayLike<number>, start: number) => Int32Array {
  let ordinals = new Int32Array(1 << 10)
  return (works, start) => {
    if (works.length > ordinals.length) ordinals = new Int32Array(2 * works.length)
    let ordinal = start
    for (let row = 0; row < works.length; row++) {
      // Rows of one work are mostly adjacent, followed by those of the next work.
      if (ordinal >= 0 && columns.key[ordinal] !== works[row]) ordinal += 1
      if (ordinal < 0 || columns.key[ordinal] !== works[row]) ordinal = ordinalOf(columns, works[row]!)
      ordinals[row] = ordinal
    }
    return ordinals.subarray(0, works.length)
  }
}
