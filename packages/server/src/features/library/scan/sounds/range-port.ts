/**
 * How the thread that reads sounds gets ranges of a file that another thread has open: it sends a request as a message and stops until
 * the bytes are in memory that both share, so that parsers read as from a disk.
 */

export interface RangeWanted {
  readonly position: number
  readonly length: number
}

/** Larger than what parsers read at a time: a call over the network costs as much as many bytes. */
const blockBytes = 256 * 1024
const headBytes = 8
const longestWaitMs = 120_000

const waiting = 0
const failed = -1

export const createSharedBlock = (): SharedArrayBuffer => new SharedArrayBuffer(headBytes + blockBytes)

/** Hands over what was requested; undefined where it could not be read. Never more than a block. */
export function sendRange(shared: SharedArrayBuffer, bytes: Uint8Array | undefined): void {
  const state = new Int32Array(shared, 0, 1)
  if (bytes) new Uint8Array(shared, headBytes).set(bytes.subarray(0, blockBytes))
  Atomics.store(state, 0, bytes ? bytes.length : failed)
  Atomics.notify(state, 0)
}

/** Reads a file of that size as if it were open in this thread; throws where the other thread could not. */
export function fillFrom(
  shared: SharedArrayBuffer,
  sizeBytes: number,
  request: (wanted: RangeWanted) => void,
): (target: Uint8Array, position: number) => number {
  const state = new Int32Array(shared, 0, 1)
  let start = 0
  let block = new Uint8Array()

  const fetch = (position: number) => {
    Atomics.store(state, 0, waiting)
    request({ position, length: Math.min(blockBytes, sizeBytes - position) })
    Atomics.wait(state, 0, waiting, longestWaitMs)
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
