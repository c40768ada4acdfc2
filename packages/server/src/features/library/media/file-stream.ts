/** Parts of one open file as a stream: exactly the bytes promised, or an error that ends the connection. */
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './ranges.rules.ts'

/** Bytes as they are (multipart boundaries), or a range of the file. */
export type Segment = Uint8Array | ByteRange

/** Larger pieces gain nothing, smaller ones cost half the speed. */
const pieceBytes = 256 * 1024

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
  if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
  const start = segment.start + bytesRead
  if (start <= segment.end) queue.unshift({ start, end: segment.end })
  return buffer.subarray(0, bytesRead)
}
