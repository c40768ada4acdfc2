/** Parts of one open file, at once or as a stream: exactly the bytes promised, or an error that ends the connection. */
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './ranges.rules.ts'

/** Bytes as they are (multipart boundaries), or a range of the file. */
export type Segment = Uint8Array | ByteRange

/** Larger pieces gain nothing, smaller ones cost half the speed. */
const pieceBytes = 256 * 1024
/** What is no longer is read at once: a stream would cost more than it. */
export const smallBytes = 128 * 1024

export const lengthOf = (segment: Segment): number =>
  segment instanceof Uint8Array ? segment.length : segment.end - segment.start + 1

/** `length` is that of all. Owns the handle and closes it. Fails where the file became shorter. */
export async function readSegments(
  file: FileHandle,
  segments: readonly Segment[],
  length: number,
): Promise<Uint8Array> {
  try {
    const bytes = Buffer.allocUnsafe(length)
    let at = 0
    for (const segment of segments) {
      if (segment instanceof Uint8Array) bytes.set(segment, at)
      else await readAll(file, bytes.subarray(at, at + lengthOf(segment)), segment.start)
      at += lengthOf(segment)
    }
    return bytes
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let count = 0; count < into.length; ) {
    const { bytesRead } = await file.read(into, count, into.length - count, position + count)
    if (bytesRead === 0) throw new Error(becameShorter)
    count += bytesRead
  }
}

const becameShorter = 'the file became shorter while it was sent'

/**
 * Owns the handle and closes it, however the stream ends. A file that became shorter after its length was told
 * makes the stream fail, since a listener would wait for ever for the bytes that are missing.
 */
export function streamSegments(file: FileHandle, segments: readonly Segment[]): Readable {
  const queue = [...segments]
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      nextPiece(file, queue).then(
        (piece) => this.push(piece),
        (cause: unknown) => this.destroy(cause instanceof Error ? cause : new Error(String(cause))),
      )
    },
    destroy(error, done) {
      file.close().then(
        () => done(error),
        () => done(error),
      )
    },
  })
}

/** Takes the next piece off the queue; null at the end. */
async function nextPiece(file: FileHandle, queue: Segment[]): Promise<Uint8Array | null> {
  const segment = queue.shift()
  if (segment === undefined) return null
  if (segment instanceof Uint8Array) return segment
  const wanted = Math.min(pieceBytes, segment.end - segment.start + 1)
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, segment.start)
  if (bytesRead === 0) throw new Error(becameShorter)
  const start = segment.start + bytesRead
  if (start <= segment.end) queue.unshift({ start, end: segment.end })
  return buffer.subarray(0, bytesRead)
}
