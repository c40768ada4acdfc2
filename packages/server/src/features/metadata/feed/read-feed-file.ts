/** A feed file as bytes, unpacked where it is packed (`.gz`). */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FeedFault } from './feed-fault.ts'

/** Throws a `FeedFault` where the file cannot be read to its end; what was yielded before stands. */
export async function* readFeedFile(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  // A failure of either ends the other, and is told by whoever reads.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  try {
    yield* bytes
  } catch (cause) {
    const fault = faultOf(cause)
    throw new FeedFault(fault === cutOff && file.bytesRead === 0 ? 'is empty' : fault, { cause })
  }
}

const cutOff = 'is cut off: it ends in the middle'

const sentences: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, not a file',
  ENOENT: 'is not there',
  EACCES: 'cannot be read: it belongs to somebody else',
  Z_BUF_ERROR: cutOff,
  Z_DATA_ERROR: 'is not packed with gzip, or is damaged',
}

function faultOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return sentences[code] ?? `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
}
