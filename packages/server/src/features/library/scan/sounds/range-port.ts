/**
 * Gives the reader thread synchronous access to a file that another thread has open: it posts a request and blocks until the bytes are in
 * shared memory.
 */

export interface RangeRequest {
  readonly position: number
  readonly length: number
}

/** Larger than what parsers read at a time, because each network call is expensive. */
const blockBytes = 256 * 1024
const headBytes = 8
const maxWaitMs = 120_000

const waiting = 0
const failed = -1

export const createSharedBlock = (): SharedArrayBuffer => new SharedArrayBuffer(headBytes + blockBytes)

/** Writes the requested bytes, at most one block, and wakes the reader. Undefined means that reading failed. */
export function sendRange(shared: SharedArrayBuffer, bytes: Uint8Array | undefined): void {
  const state = new Int32Array(shared, 0, 1)
  if (bytes) new Uint8Array(shared, headBytes).set(bytes.subarray(0, blockBytes))
  Atomics.store(state, 0, bytes ? bytes.length : failed)
  Atomics.notify(state, 0)
}

/** Returns a synchronous read function for the file; it throws if the other thread could not read. */
export function createFill(
  shared: SharedArrayBuffer,
  sizeBytes: number,
  request: (wanted: RangeRequest) => void,
): (target: Uint8Array, position: number) => number {
  const state = new Int32Array(shared, 0, 1)
  let start = 0
  let block = new Uint8Array()

  const fetch = (position: number) => {
    Atomics.store(state, 0, waiting)
    request({ position, length: Math.min(blockBytes, sizeBytes - position) })
    Atomics.wait(state, 0, waiting, maxWaitMs)
    const count = Atomics.load(state, 0)
    if (count <= 0) throw new Error('the storage gave no bytes')
    start = position
    block = new Uint8Array(shared, headBytes, count).slice()
  }
  return (target, position) => {
    if (position >= sizeBytes || target.length === 0) return 0
    const isAtHand = position >= start && position < start + block.length
    if (!isAtHand) fetch(position)
    const piece = block.subarray(position - start, position - start + target.length)
    target.set(piece)
    return piece.length
  }
}
