import { randomUUID } from 'node:crypto'
import type { Bytes, Context } from '../../../http/context.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { type ByteRange, type OpenFile, StorageError } from '../../storages/storage.ts'
import { detectEncoding } from '../lyrics/decode-texts.ts'
import { checkConditions, httpDate, isRangeCurrent } from './conditions.rules.ts'
import { lengthOf, readSegments, type Segment, smallBytes, streamSegments } from './file-stream.ts'
import { contentTypeOf, dispositionOf, fileKindOf } from './formats.rules.ts'
import { toListenerError } from './listener-errors.ts'
import { decideRanges } from './ranges.rules.ts'

interface RespondOptions {
  readonly context: Context
  readonly now: Date
}

/** Passes the file to the stream, or closes it. Throws an `AppError` if the storage fails before the first byte. */
export async function respond(file: OpenFile, path: string, signed: RespondOptions): Promise<Bytes> {
  try {
    return await respondOpen(file, path, signed)
  } catch (error) {
    throw error instanceof StorageError ? toListenerError(error) : error
  }
}

async function respondOpen(file: OpenFile, path: string, signed: RespondOptions): Promise<Bytes> {
  const { headers: given, method } = signed.context
  const headers = await headersOf(file, path).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const close = async (status: number, more: Record<string, string>): Promise<Bytes> => {
    await file.close()
    return { status, headers: { ...headers, ...more } }
  }
  const condition = checkConditions(given, file)
  if (condition === 'notModified') return close(304, {})
  if (condition === 'preconditionFailed') return close(412, { 'content-length': '0' })
  if (method === 'HEAD') return close(200, { 'content-length': String(file.sizeBytes) })
  const range = isRangeCurrent(given, file, signed.now) ? given.range : undefined
  const decision = decideRanges(range, file.sizeBytes)
  if (decision.kind === 'unsatisfiable') {
    return close(416, { 'content-range': `bytes */${file.sizeBytes}`, 'content-length': '0' })
  }
  if (decision.kind === 'whole') {
    const segments = file.sizeBytes === 0 ? [] : [{ start: 0, end: file.sizeBytes - 1 }]
    return send(file, segments, { status: 200, headers })
  }
  const [only, ...others] = decision.ranges
  if (only && others.length === 0) {
    return send(file, [only], {
      status: 206,
      headers: { ...headers, 'content-range': contentRange(only, file) },
    })
  }
  return sendMultipart(file, decision.ranges, headers)
}

async function headersOf(file: OpenFile, path: string): Promise<Record<string, string>> {
  const name = lastPart(path)
  const kind = fileKindOf(name)
  const type = contentTypeOf(name)
  return {
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': httpDate(file.modifiedAt),
    'cache-control': 'private, no-cache',
    'content-type': kind === 'text' ? `${type}; charset=${await detectFileEncoding(file)}` : type,
    'content-disposition': dispositionOf(name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': kind === 'pdf' ? documentPolicy : `sandbox; ${filePolicy}`,
  }
}

/** Files are untrusted: they run no script, load nothing, and can be framed only by this app. */
const filePolicy =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
/** Browsers do not show PDFs in a sandbox. Their PDF viewer is sandboxed itself and cannot reach the surrounding page. */
const documentPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

function sendMultipart(
  file: OpenFile,
  ranges: readonly ByteRange[],
  headers: Record<string, string>,
): Promise<Bytes> {
  const boundary = randomUUID()
  const segments: Segment[] = ranges.flatMap((range) => [
    Buffer.from(
      `\r\n--${boundary}\r\ncontent-type: ${headers['content-type']}\r\ncontent-range: ${contentRange(range, file)}\r\n\r\n`,
    ),
    range,
  ])
  segments.push(Buffer.from(`\r\n--${boundary}--\r\n`))
  const type = `multipart/byteranges; boundary=${boundary}`
  return send(file, segments, { status: 206, headers: { ...headers, 'content-type': type } })
}

async function send(
  file: OpenFile,
  segments: readonly Segment[],
  head: { status: number; headers: Record<string, string> },
): Promise<Bytes> {
  const length = segments.reduce((sum, segment) => sum + lengthOf(segment), 0)
  const headers = { ...head.headers, 'content-length': String(length) }
  const isSmall = length <= smallBytes
  const body = await (isSmall ? readSegments(file, segments) : streamSegments(file, segments))
  return { status: head.status, headers, body }
}

const contentRange = ({ start, end }: ByteRange, file: OpenFile) => `bytes ${start}-${end}/${file.sizeBytes}`

/** Number of bytes from which the encoding of a text is detected. Its bytes are sent unchanged. */
const encodingSampleBytes = 64 * 1024
const lineFeed = 0x0a

async function detectFileEncoding(file: OpenFile): Promise<string> {
  if (file.sizeBytes === 0) return 'utf-8'
  const length = Math.min(file.sizeBytes, encodingSampleBytes)
  const head = await file.read({ start: 0, end: length - 1 })
  return detectEncoding(length < file.sizeBytes ? trimToWholeLines(head) : head)
}

/** Cuts after the last full line: a character cut in two would be invalid. */
function trimToWholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(lineFeed)
  return end > 0 ? bytes.subarray(0, end) : bytes.subarray(0, -4)
}
