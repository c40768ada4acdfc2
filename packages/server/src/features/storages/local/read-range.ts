/** Ranges of one open file: exactly the bytes asked for, or an error. */
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from '../storage.ts'
import { StorageError } from '../storage-error.ts'

/** Larger pieces gain nothing, smaller ones cost half the speed. */
const pieceBytes = 256 * 1024

export async function readRange(file: FileHandle, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start + 1)
  for (let count = 0; count < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, count, bytes.length - count, start + count)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: becameShorter })
    count += bytesRead
  }
  return bytes
}

const becameShorter = 'the file became shorter while it was read'

/**
 * A file that became shorter after its length was told makes the stream fail, since a listener would wait for ever for the
 * bytes that are missing.
 */
export function streamRange(file: FileHandle, { start, end }: ByteRange): Readable {
  let at = start
  const next = async (): Promise<Uint8Array | null> => {
    if (at > end) return null
    const wanted = Math.min(pieceBytes, end - at + 1)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: becameShorter })
    at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      next().then(
        (piece) => this.push(piece),
        (cause: unknown) => this.destroy(cause instanceof Error ? cause : new Error(String(cause))),
      )
    },
  })
}
