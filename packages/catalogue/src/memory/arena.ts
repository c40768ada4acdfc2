/**
 * One block of shared memory that holds all arrays of a generation. A worker hands it over without a copy, and threads query it together,
 * each with additional arrays of its own.
 * A manifest describes the positions of the arrays as plain JSON. Bitsets over ordinals are such arrays.
 */

export interface Arena {
  readonly memory: WebAssembly.Memory
  /** Returns the number of allocated bytes; all arrays are below this address. */
  readonly used: () => number
  /** Grows the memory in advance, so that later arrays share one buffer object. */
  readonly reserve: (bytes: number) => void
  /** The arrays are zeroed. */
  readonly uint8: (length: number) => Uint8Array
  readonly uint16: (length: number) => Uint16Array
  readonly uint32: (length: number) => Uint32Array
  readonly int32: (length: number) => Int32Array
  readonly float64: (length: number) => Float64Array
  /**
   * Returns an array that grows in place, without copying.
   * Appending throws if the arena allocated anything else before the array was finished.
   */
  readonly growingUint16: () => GrowingArray
}

/** An array whose length is not known in advance. */
export interface GrowingArray {
  readonly append: (numbers: ArrayLike<number>) => void
  readonly finish: () => Uint16Array
}

/**
 * Creates an arena over new memory, or over memory that is filled up to `used`. Arenas over the same memory, in any thread, never hand out
 * the same address.
 */
export function createArena(memory: WebAssembly.Memory = createMemory(), used = pageBytes): Arena {
  const next = new Uint32Array(memory.buffer, nextOffset, 1)
  Atomics.compareExchange(next, 0, 0, Math.ceil(used / alignment))
  const end = () => Atomics.load(next, 0) * alignment
  const growTo = (bytes: number) => {
    if (bytes <= memory.buffer.byteLength) return
    // Another thread may have grown the memory. `grow(0)` returns its real size, which `buffer` does not show until this thread grows it.
    const missing = bytes - memory.grow(0) * pageBytes
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  }
  const allocate = (bytes: number) => {
    const offset = Atomics.add(next, 0, Math.ceil(bytes / alignment)) * alignment
    growTo(offset + bytes)
    return offset
  }
  // Allocate before reading `memory.buffer`: growing the memory replaces the buffer object.
  const at = <A>(offset: number, view: (buffer: ArrayBufferLike, offset: number) => A) =>
    view(memory.buffer, offset)
  const growing = (): GrowingArray => {
    const start = allocate(0)
    let length = 0
    const endOf = (count: number) => Math.ceil((start + count * 2) / alignment)
    return {
      append: (numbers) => {
        const [before, after] = [endOf(length), endOf(length + numbers.length)]
        if (Atomics.compareExchange(next, 0, before, after) !== before)
          throw new Error('an array cannot grow over another')
        growTo(after * alignment)
        new Uint16Array(memory.buffer, start + length * 2, numbers.length).set(numbers)
        length += numbers.length
      },
      finish: () => new Uint16Array(memory.buffer, start, length),
    }
  }
  return {
    memory,
    used: end,
    reserve: (bytes) => growTo(end() + bytes),
    uint8: (length) => at(allocate(length), (buffer, offset) => new Uint8Array(buffer, offset, length)),
    uint16: (length) => at(allocate(length * 2), (buffer, offset) => new Uint16Array(buffer, offset, length)),
    uint32: (length) => at(allocate(length * 4), (buffer, offset) => new Uint32Array(buffer, offset, length)),
    int32: (length) => at(allocate(length * 4), (buffer, offset) => new Int32Array(buffer, offset, length)),
    float64: (length) =>
      at(allocate(length * 8), (buffer, offset) => new Float64Array(buffer, offset, length)),
    growingUint16: growing,
  }
}

/** Page size of WebAssembly memory. The first page is never handed out, so offset 0 can mean "none". */
export const pageBytes = 65_536
/** SIMD loads are fastest at aligned addresses. */
const alignment = 16
/** The first page stores the next free address, in units of `alignment`: all threads share it. */
const nextOffset = 0
/** Reserves 4 GiB of address space; only touched pages use memory. */
const maxPages = 65_536

const createMemory = () => new WebAssembly.Memory({ initial: 1, maximum: maxPages, shared: true })

/** A structure in which every typed array is replaced by its position. */
export type Manifest = unknown

/** Returns the structure with each typed array replaced by its position in the memory. */
export function createManifest(structure: unknown): Manifest {
  if (ArrayBuffer.isView(structure)) return positionOf(structure)
  if (typeof structure !== 'object' || structure === null) return structure
  if (Array.isArray(structure)) return structure.map(createManifest)
  return Object.fromEntries(Object.entries(structure).map(([name, value]) => [name, createManifest(value)]))
}

/** Restores the structure over a buffer that holds the same bytes. */
export function reviveManifest(manifest: Manifest, buffer: ArrayBufferLike): unknown {
  if (typeof manifest !== 'object' || manifest === null) return manifest
  if (Array.isArray(manifest)) return manifest.map((item) => reviveManifest(item, buffer))
  if (isPosition(manifest)) return viewOver(buffer, manifest)
  return Object.fromEntries(
    Object.entries(manifest).map(([name, value]) => [name, reviveManifest(value, buffer)]),
  )
}

function viewOver(buffer: ArrayBufferLike, { view, offset, length }: Position): ArrayBufferView {
  switch (view) {
    case 'Uint8Array':
      return new Uint8Array(buffer, offset, length)
    case 'Uint16Array':
      return new Uint16Array(buffer, offset, length)
    case 'Uint32Array':
      return new Uint32Array(buffer, offset, length)
    case 'Int32Array':
      return new Int32Array(buffer, offset, length)
    case 'Float64Array':
      return new Float64Array(buffer, offset, length)
  }
}

const views = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type ViewName = keyof typeof views

interface Position {
  readonly view: ViewName
  readonly offset: number
  readonly length: number
}

function positionOf(view: ArrayBufferView): Position {
  const name = view.constructor.name
  if (!isViewName(name)) throw new TypeError(`no position for a ${name}`)
  return { view: name, offset: view.byteOffset, length: view.byteLength / views[name].BYTES_PER_ELEMENT }
}

const isViewName = (name: string): name is ViewName => Object.hasOwn(views, name)

const isPosition = (value: object): value is Position =>
  'view' in value && typeof value.view === 'string' && isViewName(value.view)

/** Returns the words of a bitset: a multiple of 4, because kernels work on four words at once. */
export const wordsFor = (count: number): number => ((count + 127) >>> 7) * 4

export const createBits = (arena: Arena, count: number): Uint32Array => arena.uint32(wordsFor(count))

export function hasBit(bits: Uint32Array, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

export function setBit(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function clearBit(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
}

/** Sets the bits of all works and clears those past the last one. */
export function fillBits(bits: Uint32Array, count: number): void {
  bits.fill(0)
  bits.fill(0xffff_ffff, 0, count >>> 5)
  if ((count & 31) !== 0) bits[count >>> 5] = (1 << (count & 31)) - 1
}

/** Population count (Hacker's Delight 5-1). */
export function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Calls `take` for each ordinal that is set, ascending. */
export function eachOrdinal(bits: Uint32Array, take: (ordinal: number) => void): void {
  for (let word = 0, end = bits.length; word < end; word++) {
    let left = bits[word]!
    while (left !== 0) {
      const lowest = left & -left
      take((word << 5) | (31 - Math.clz32(lowest)))
      left ^= lowest
    }
  }
}

/** A bitset whose members are numbered by the count of bits before them. Parallel arrays hold one value per member. */
export interface CountedBits {
  readonly bits: Uint32Array
  /** The number of bits set before each block of four words. */
  readonly before: Uint32Array
}

const wordsPerBlock = 4

export function countedBits(arena: Arena, count: number, ordinals: Iterable<number>): CountedBits {
  const bits = createBits(arena, count)
  for (const ordinal of ordinals) setBit(bits, ordinal)
  const before = arena.uint32(wordsFor(count) / wordsPerBlock)
  for (let at = 1; at < before.length; at++)
    before[at] = before[at - 1]! + countOnes(bits, (at - 1) * wordsPerBlock, at * wordsPerBlock)
  return { bits, before }
}

/** Returns the number of bits set before an ordinal. */
export function numberOf({ bits, before }: CountedBits, ordinal: number): number {
  const word = ordinal >>> 5
  const start = Math.floor(word / wordsPerBlock)
  const below = popcount(bits[word]! & ((1 << (ordinal & 31)) - 1))
  return before[start]! + countOnes(bits, start * wordsPerBlock, word) + below
}

function countOnes(bits: Uint32Array, from: number, to: number): number {
  let total = 0
  for (let word = from; word < to; word++) total += popcount(bits[word]!)
  return total
}
