/** The body of an answer, at once or as a stream: ranges of one open file, and bytes between them. */
import { Readable } from 'node:stream'
import type { ByteRange, OpenFile } from '../../storages/storage.ts'

/** Bytes as they are (multipart boundaries), or a range of the file. */
export type Segment = Uint8Array | ByteRange

/** What is no longer is read at once: a stream would cost more than it. */
export const smallBytes = 128 * 1024

export const lengthOf = (segment: Segment): number =>
  segment instanceof Uint8Array ? segment.length : segment.end - segment.start + 1

/** Owns the file and closes it. */
export async function readSegments(file: OpenFile, segments: readonly Segment[]): Promise<Uint8Array> {
  try {
    const [only, ...others] = await Promise.all(
      segments.map((segment) => (segment instanceof Uint8Array ? segment : file.read(segment))),
    )
    return only === undefined || others.length === 0
      ? (only ?? new Uint8Array())
      : Buffer.concat([only, ...others])
  } finally {
    await file.close()
  }
}

/** Owns the file and closes it, however the stream ends. */
export function streamSegments(file: OpenFile, segments: readonly Segment[]): Readable {
  const [only, ...others] = segments
  const isPlain = others.length === 0 && only !== undefined && !(only instanceof Uint8Array)
  const stream = isPlain ? file.stream(only) : Readable.from(piecesOf(file, segments), { objectMode: false })
  // The stream itself reports errors to its reader.
  return stream.once('close', () => void file.close().catch(() => {}))
}

async function* piecesOf(file: OpenFile, segments: readonly Segment[]): AsyncGenerator<Uint8Array> {
  for (const segment of segments) {
    if (segment instanceof Uint8Array) yield segment
    else yield* file.stream(segment)
  }
}
