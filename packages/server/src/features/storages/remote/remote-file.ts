/** Reads ranges of a remote file, and checks each response against the file as it was when it was opened. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OutboundStream } from '../../../lib/outbound.ts'
import { type ByteRange, type OpenFile, StorageError } from '../storage.ts'
import { toStatusError, toUnreachableError } from './reach.ts'

export interface RemoteFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** A strong entity tag, including the quotes. */
  readonly etag: string
  readonly request: (range: ByteRange, signal: AbortSignal) => Promise<OutboundStream>
  /** Fails with a `StorageError` if the response is for other bytes than those that were opened. */
  readonly confirm: (response: OutboundStream) => Promise<void> | void
}

/** Bytes that a read may skip if the server ignores ranges: reads are a few bytes of a large file. */
const maxSkippedByRead = 16 * 1024 * 1024

export function openRemoteFile(file: RemoteFile): OpenFile {
  const { sizeBytes, modifiedAt, etag } = file
  const read = async (range: ByteRange): Promise<Uint8Array> =>
    buffer(streamRange(file, range, maxSkippedByRead))
  const stream = (range: ByteRange): Readable => streamRange(file, range, Number.POSITIVE_INFINITY)
  return { sizeBytes, modifiedAt, etag, read, stream, close: async () => undefined }
}

function streamRange(file: RemoteFile, range: ByteRange, maxSkipped: number): Readable {
  const stop = new AbortController()
  let poured: Readable | undefined
  const stream = new Readable({
    highWaterMark: 256 * 1024,
    read: () => poured?.resume(),
    destroy(error, callback) {
      stop.abort()
      callback(error)
    },
  })
  const fail = (error: unknown) => stream.destroy(toUnreachableError(error))
  const begin = async () => {
    const response = await file.request(range, stop.signal)
    response.body.on('error', fail)
    try {
      const skipped = countSkippedBytes(file, range, response)
      if (skipped > maxSkipped) throw new StorageError('unavailable', { cause: 'the server knows no ranges' })
      await file.confirm(response)
      poured = response.body.off('error', fail)
      const { status, headers } = response
      const hasLength = status === 206 || headers['content-length'] !== undefined
      const endsBody = !hasLength && range.end === file.sizeBytes - 1
      forwardRange(poured, stream, { skipped, wanted: range.end - range.start + 1, endsBody })
    } catch (error) {
      fail(error)
    }
  }
  begin().catch(fail)
  return stream
}

interface RangePart {
  readonly skipped: number
  readonly wanted: number
  /** Whether the response has no length and should end with the range. Only its end proves that it is the file. */
  readonly endsBody: boolean
}

/** Forwards exactly the requested bytes, at the speed of the reader. */
function forwardRange(source: Readable, stream: Readable, { skipped, wanted, endsBody }: RangePart): void {
  let past = skipped
  let left = wanted
  source.on('error', (error) => (left > 0 || endsBody) && stream.destroy(toUnreachableError(error)))
  source.on('data', (chunk: Buffer) => {
    const rest = chunk.subarray(Math.min(past, chunk.length))
    const piece = rest.subarray(0, left)
    past = Math.max(past - chunk.length, 0)
    if (endsBody && rest.length > piece.length) {
      stream.destroy(mismatchError('the length'))
      return
    }
    if (left === 0) return void source.destroy()
    if (piece.length === 0) return
    left -= piece.length
    const isMoreWanted = stream.push(piece)
    if (left === 0 && !endsBody) stream.push(null)
    else if (!isMoreWanted) source.pause()
  })
  source.on('end', () => {
    if (left > 0) stream.destroy(new StorageError('unavailable', { cause: 'the body ended too early' }))
    else if (endsBody) stream.push(null)
  })
}

/** Returns the number of bytes in the response before the range. Throws if the response does not fit the request. */
function countSkippedBytes(
  { sizeBytes }: RemoteFile,
  { start, end }: ByteRange,
  response: OutboundStream,
): number {
  const { status, headers } = response
  const length = headers['content-length']
  if (status === 206) {
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
    const isRequestedRange = Number(from) === start && Number(to) === end
    if (!isRequestedRange || (total !== '*' && Number(total) !== sizeBytes)) throw mismatchError('the range')
    if (length !== undefined && Number(length) !== end - start + 1) throw mismatchError('the length')
    return 0
  }
  if (status === 200) {
    // A login page has another length. Without a Content-Length, it is recognized by its type.
    const isPage = /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')
    if (length === undefined ? isPage : Number(length) !== sizeBytes) throw mismatchError('the length')
    return start
  }
  if (status === 416) throw mismatchError('the size')
  throw toStatusError(response)
}

const mismatchError = (what: string) =>
  new StorageError('damaged', { cause: `${what} is another than it was` })
