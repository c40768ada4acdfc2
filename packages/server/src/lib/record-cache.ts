/**
 * A cache of byte records for the hottest reads. Records are stored consecutively in a few large segments: one buffer per record
 * would double the memory and add CPU cache misses. When the cache is full, the oldest segment is dropped, and its records that
 * were read since are moved to the newest one (CLOCK by segment).
 */
export class RecordCache {
  readonly #capacityBytes: () => number
  readonly #segmentBytes: number
  /** An open-addressing hash table of `entryWords` numbers per entry. Its number of entries is a power of 2. */
  #table = emptyTable(1_024)
  #size = 0
  /** Dropped segments leave a free slot for later ones. */
  readonly #segments: (Segment | undefined)[] = []
  /** Slots of segments, oldest first. */
  readonly #order: number[] = []

  /** The capacity may change over time. It is enforced in whole segments. */
  constructor(capacityBytes: () => number, segmentBytes = 1 << 20) {
    this.#capacityBytes = capacityBytes
    this.#segmentBytes = segmentBytes
  }

  get size(): number {
    return this.#size
  }

  get segmentCount(): number {
    return this.#order.length
  }

  /**
   * Returns `missed`, or an entry for `memoryOf` and `startOf` that is valid until the next change. The key is from 0 to 2^31 - 1,
   * the variant from 0 to 2^16 - 1.
   */
  find(key: number, variant: number): number {
    const entry = this.#entryOf(key, variant)
    if (entry !== missingRecord && !this.#isRead(entry)) this.#table[entry + Entry.variant]! |= wasReadFlag
    return entry
  }

  /** Returns the memory of a record. It never changes, even after the record was evicted. */
  memoryOf(entry: number): RecordMemory {
    return this.#segmentAt(this.#table[entry + Entry.segment]!)
  }

  /** Returns the byte offset of a record in its memory, a multiple of 4. */
  startOf(entry: number): number {
    return this.#table[entry + Entry.start]!
  }

  /** Replaces the record. Records longer than a segment are not stored. */
  set(key: number, variant: number, record: Uint8Array): void {
    this.#remove(key, variant)
    if (headBytes + record.length > this.#segmentBytes) return
    if (!this.#hasRoom(record.length)) this.#makeRoom()
    this.#append({ key, variant, record })
  }

  delete(key: number): void {
    const isOfKey = () => true
    this.#removeWhere(key, isOfKey)
  }

  #remove(key: number, variant: number): void {
    this.#removeWhere(key, (at) => (this.#table[at + Entry.variant]! & maxVariant) === variant)
  }

  #removeWhere(key: number, isMeant: (entry: number) => boolean): void {
    const table = this.#table
    const last = table.length - entryWords
    for (let at = firstProbeOf(key, last); table[at] !== freeKey; ) {
      if (table[at] === key && isMeant(at)) this.#free(at)
      else at = (at + entryWords) & last
    }
  }

  /** Frees an entry and moves later entries up that would no longer be found past the gap. */
  #free(entry: number): void {
    const table = this.#table
    const last = table.length - entryWords
    this.#segmentAt(table[entry + Entry.segment]!).deadBytes += this.#bytesOf(entry)
    this.#size -= 1
    let gap = entry
    for (let at = (gap + entryWords) & last; table[at] !== freeKey; at = (at + entryWords) & last) {
      const distance = (at - firstProbeOf(table[at]!, last)) & last
      if (distance < ((at - gap) & last)) continue
      table.copyWithin(gap, at, at + entryWords)
      gap = at
    }
    table[gap] = freeKey
  }

  #bytesOf(entry: number): number {
    const { words } = this.#segmentAt(this.#table[entry + Entry.segment]!)
    return paddedSizeOf(words[(this.#table[entry + Entry.start]! - headBytes) / 4 + Head.length]!)
  }

  #append({ key, variant, record }: NewRecord): void {
    const place = this.#hasRoom(record.length) ? this.#order.at(-1)! : this.#begin()
    const segment = this.#segmentAt(place)
    const start = segment.endBytes + headBytes
    segment.words.set([key, variant, record.length], segment.endBytes / 4)
    segment.bytes.set(record, start)
    segment.endBytes += paddedSizeOf(record.length)
    this.#enter([key, variant, place, start])
  }

  #enter(entry: TableEntry): void {
    if (2 * (this.#size + 1) * entryWords > this.#table.length) this.#grow()
    this.#put(this.#table, entry)
    this.#size += 1
  }

  #put(table: Int32Array, entry: TableEntry): void {
    const last = table.length - entryWords
    let at = firstProbeOf(entry[0], last)
    while (table[at] !== freeKey) at = (at + entryWords) & last
    table.set(entry, at)
  }

  #grow(): void {
    const grown = emptyTable((2 * this.#table.length) / entryWords)
    const table = this.#table
    for (let at = 0; at < table.length; at += entryWords)
      if (table[at] !== freeKey)
        this.#put(grown, [table[at]!, table[at + 1]!, table[at + 2]!, table[at + 3]!])
    this.#table = grown
  }

  #segmentAt(place: number): Segment {
    const segment = this.#segments[place]
    if (!segment) throw new Error(`no segment stands at ${place}`)
    return segment
  }

  #hasRoom(bytes: number): boolean {
    const place = this.#order.at(-1)
    return place !== undefined && this.#segmentAt(place).endBytes + paddedSizeOf(bytes) <= this.#segmentBytes
  }

  #begin(): number {
    const bytes = Buffer.allocUnsafeSlow(this.#segmentBytes)
    const free = this.#segments.indexOf(undefined)
    const place = free < 0 ? this.#segments.length : free
    this.#segments[place] = { bytes, words: new Int32Array(bytes.buffer), endBytes: 0, deadBytes: 0 }
    this.#order.push(place)
    return place
  }

  /** Makes room for one more segment. If most of the bytes are dead, compacts the oldest segment instead of dropping records. */
  #makeRoom(): void {
    const most = Math.max(1, Math.floor(this.#capacityBytes() / this.#segmentBytes))
    const tooMany = this.#order.length + 1 - most
    for (let left = tooMany; left > 0; left--) this.#leave(true)
    if (tooMany <= 0 && this.#isMostlyDead()) this.#leave(false)
  }

  #isMostlyDead(): boolean {
    const dead = this.#order.map((place) => this.#segmentAt(place).deadBytes)
    return 2 * dead.reduce((sum, bytes) => sum + bytes, 0) > this.#order.length * this.#segmentBytes
  }

  /**
   * Drops the oldest segment and moves its live records on. If the cache is over capacity, only records that were read move, up to
   * half a segment.
   */
  #leave(isOver: boolean): void {
    const place = this.#order.shift()!
    const { bytes, words, endBytes } = this.#segmentAt(place)
    let movedBytes = 0
    for (let at = 0; at < endBytes; ) {
      const [key, variant, length] = headAt(words, at)
      const start = at + headBytes
      at += paddedSizeOf(length)
      const entry = this.#entryOf(key, variant)
      // The same key may have a newer record by now.
      if (entry === missingRecord || !this.#isAt(entry, place, start)) continue
      const isRead = this.#isRead(entry)
      this.#free(entry)
      if (isOver && (!isRead || 2 * (movedBytes + length) > this.#segmentBytes)) continue
      movedBytes += length
      this.#append({ key, variant, record: bytes.subarray(start, start + length) })
    }
    this.#segments[place] = undefined
  }

  #entryOf(key: number, variant: number): number {
    const table = this.#table
    const last = table.length - entryWords
    for (let at = firstProbeOf(key, last); table[at] !== freeKey; at = (at + entryWords) & last)
      if (table[at] === key && (table[at + Entry.variant]! & maxVariant) === variant) return at
    return missingRecord
  }

  #isRead(entry: number): boolean {
    return this.#table[entry + Entry.variant]! > maxVariant
  }

  #isAt(entry: number, place: number, start: number): boolean {
    return this.#table[entry + Entry.segment] === place && this.#table[entry + Entry.start] === start
  }
}

export interface RecordMemory {
  readonly bytes: Buffer
  readonly words: Int32Array
}

/** Returned if there is no such record. */
export const missingRecord = -1

interface Segment extends RecordMemory {
  endBytes: number
  deadBytes: number
}

interface NewRecord {
  readonly key: number
  readonly variant: number
  readonly record: Uint8Array
}

type TableEntry = readonly [key: number, variant: number, segment: number, start: number]
const Entry = { variant: 1, segment: 2, start: 3 } as const
const entryWords = 4
const freeKey = -1
const maxVariant = 0xffff
/** A flag above the variant: the record was read since it was added to its segment. */
const wasReadFlag = 0x1_0000

/** The header before each record is its key, variant and length, so a segment can be iterated. */
const Head = { length: 2 } as const
const headBytes = 12

const headAt = (
  words: Int32Array,
  bytes: number,
): readonly [key: number, variant: number, length: number] => [
  words[bytes / 4]!,
  words[bytes / 4 + 1]!,
  words[bytes / 4 + Head.length]!,
]

/** Records are padded so that headers stay aligned to 4 bytes. */
const paddedSizeOf = (length: number) => headBytes + Math.ceil(length / 4) * 4

const emptyTable = (entries: number) => new Int32Array(entries * entryWords).fill(freeKey)

/** Returns the first entry to probe. All variants of a key share it. `last` is the offset of the last entry. */
const firstProbeOf = (key: number, last: number) => ((Math.imul(key, 0x9e37_79b1) >>> 10) * entryWords) & last
