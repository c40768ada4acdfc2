import { PumpedBody } from '../../../lib/pumped-body.ts'
import { type ByteRange, type OpenFile, StorageError } from '../../storages/storage.ts'

/** Literal bytes (multipart boundaries), or a range of the file. */
export type Segment = Uint8Array | ByteRange

/** Up to this size a body is read at once, because a stream would cost more. */
export const smallBytes = 16 * 1024

/** Returns the length in bytes. */
export const lengthOf = (segment: Segment): number =>
  segment instanceof Uint8Array ? segment.length : segment.end - segment.start + 1

/** Reads all segments and closes the file. */
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

/**
 * Streams the segments and closes the file, however the stream ends. Rejects if a remote storage fails before the first piece: the status
 * line is not sent yet, so the caller can still report the error.
 */
export async function streamSegments(file: OpenFile, segments: readonly Segment[]): Promise<PumpedBody> {
  const started = file.fill ? undefined : await startPieces(file, segments)
  const body = new PumpedBody((reuses) => started?.pieces ?? readPieces(file, segments, reuses))
  // Errors reach the reader through the stream itself.
  return body.once('close', () => {
    // Unread pieces would keep the connection to the storage open.
    void started?.rest.return().catch(() => {})
    void file.close().catch(() => {})
  })
}

type PieceGenerator = AsyncGenerator<Uint8Array, void, void>

async function startPieces(
  file: OpenFile,
  segments: readonly Segment[],
): Promise<{ readonly pieces: PieceGenerator; readonly rest: PieceGenerator }> {
  const rest = readPieces(file, segments, false)
  const first: Uint8Array[] = []
  const count = segments.findIndex((segment) => !(segment instanceof Uint8Array)) + 1
  try {
    while (first.length < count) {
      const { value } = await rest.next()
      if (!value) break
      first.push(value)
    }
  } catch (error) {
    await file.close()
    throw error
  }
  return { pieces: concat(first, rest), rest }
}

async function* concat(first: readonly Uint8Array[], rest: PieceGenerator): PieceGenerator {
  yield* first
  yield* rest
}

async function* readPieces(file: OpenFile, segments: readonly Segment[], reuses: boolean): PieceGenerator {
  for (const segment of segments) {
    if (segment instanceof Uint8Array) yield segment
    else if (reuses && file.fill) yield* filledPieces(file.fill, segment)
    else yield* file.stream(segment)
  }
}

/** Larger pieces gain nothing; smaller ones halve the throughput. */
const pieceBytes = 256 * 1024
/** For listeners slower than this, no next piece is read ahead: with many listeners, that would need too many buffers. */
const slowMs = 50

async function* filledPieces(fill: NonNullable<OpenFile['fill']>, { start, end }: ByteRange): PieceGenerator {
  let at = start
  const read = async (buffer: Buffer) => {
    const wanted = Math.min(pieceBytes, end - at + 1)
    const count = await fill(buffer.subarray(0, wanted), at)
    // Otherwise the listener would wait forever for the missing bytes.
    if (count === 0) throw new StorageError('damaged', { cause: 'the file became shorter while it was read' })
    at += count
    return buffer.subarray(0, count)
  }
  let [sent, other] = [takeBuffer(), undefined as Buffer | undefined]
  let piece = await read(sent)
  let isFast = true
  while (at <= end) {
    const begun = performance.now()
    other ??= takeBuffer()
    const next = isFast ? read(other) : undefined
    next?.catch(() => {})
    yield piece
    isFast = performance.now() - begun < slowMs
    piece = await (next ?? read(other))
    ;[sent, other] = [other, sent]
  }
  yield piece
  // Buffers of a stream that ended early are not reused: a pending read may still write to them.
  releaseBuffer(sent)
  if (other) releaseBuffer(other)
}

const bufferPool: Buffer[] = []
const maxKept = 32

const takeBuffer = (): Buffer => bufferPool.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)

function releaseBuffer(buffer: Buffer): void {
  if (bufferPool.length < maxKept) bufferPool.push(buffer)
}
