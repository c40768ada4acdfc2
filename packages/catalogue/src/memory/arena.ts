/**
 * One block of memory that holds all arrays of a generation: shared, so that a worker hands it over without a copy;
 * WebAssembly's, so that either kernel works on it; contiguous, so that a file can hold it as it is.
 */

export interface Arena {
  readonly memory: WebAssembly.Memory
  /** Bytes that are handed out; all arrays lie below. */
  readonly used: () => number
  /** Makes room at once: later arrays then lie in the same buffer object. */
  readonly reserve: (bytes: number) => void
  /** Zeroed arrays. */
  readonly uint8: (length: number) => Uint8Array
  readonly uint16: (length: number) => Uint16Array
  readonly uint32: (length: number) => Uint32Array
  readonly int32: (length: number) => Int32Array
  readonly float64: (length: number) => Float64Array
}

/** The arena starts over fresh memory, or over one that is filled up to `used`. */
export function createArena(memory: WebAssembly.Memory = createMemory(), used = pageBytes): Arena {
  let next = used
  const reserve = (bytes: number) => {
    const missing = next + bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  }
  const place = (bytes: number) => {
    const offset = Math.ceil(next / alignment) * alignment
    next = offset + bytes
    reserve(0)
    return offset
  }
  // Placing may grow the memory, and so change its buffer: it comes first.
  const at = <A>(offset: number, view: (buffer: ArrayBufferLike, offset: number) => A) =>
    view(memory.buffer, offset)
  return {
    memory,
    used: () => next,
    reserve,
    uint8: (length) => at(place(length), (buffer, offset) => new Uint8Array(buffer, offset, length)),
    uint16: (length) => at(place(length * 2), (buffer, offset) => new Uint16Array(buffer, offset, length)),
    uint32: (length) => at(place(length * 4), (buffer, offset) => new Uint32Array(buffer, offset, length)),
    int32: (length) => at(place(length * 4), (buffer, offset) => new Int32Array(buffer, offset, length)),
    float64: (length) => at(place(length * 8), (buffer, offset) => new Float64Array(buffer, offset, length)),
  }
}

/** What WebAssembly counts memory in. The first page is never handed out: offset 0 stands for nothing. */
export const pageBytes = 65_536
/** Wide instructions like to read from here. */
const alignment = 16
/** 4 GiB of addresses, not of memory: only what is touched is real. */
const mostPages = 65_536

const createMemory = () => new WebAssembly.Memory({ initial: 1, maximum: mostPages, shared: true })
