/** GET, HEAD /media/{fileId}/{name}: one file, whole or by ranges. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { getMedia, renewMedia } from '@koedana/contract/media.ts'
import type { listWorkFiles } from '@koedana/contract/works.ts'
import type { Bytes, Context, Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isArchived } from '../../storages/archives/archive-storage.ts'
import { type ByteRange, type OpenFile, StorageError, type StorageFault } from '../../storages/storage.ts'
import { createAdmission } from './admission.ts'
import { checkConditions, httpDate, isRangeCurrent } from './conditions.rules.ts'
import { lengthOf, readSegments, type Segment, smallBytes, streamSegments } from './file-stream.ts'
import { linkMedia, listFiles } from './files.use-cases.ts'
import { contentTypeOf, inlineDisposition } from './formats.rules.ts'
import { type MediaSources, rightTo } from './links.ts'
import { decideRanges } from './ranges.rules.ts'
import { isRedirected, mayHaveLink } from './redirect.rules.ts'
import type { TrackLocation } from './tracks.store.ts'

export function getMediaHandler(sources: MediaSources): Handler<typeof getMedia> {
  const { secret, now, streams } = sources
  const admit = createAdmission(sources)
  return async ({ params: { fileId }, query }, context) => {
    const signedWith = secret()
    const { holder, place, until, rechecks } = await admit({ fileId, signature: query.s }, context)
    if (place.isAway) throw new AppError('storageAway')
    const location = await redirectOf(sources, place, context)
    if (location !== undefined)
      return { status: 307, headers: { location, 'cache-control': 'private, no-store' } }
    const file = await openTrack(sources, place, context)
    const bytes = await respond(file, place.path, { context, now: now() })
    const isAllowed = async () => secret() === signedWith && (await rightTo(sources, holder)).is === 'granted'
    if (bytes.body instanceof Readable) streams.watch(bytes.body, { isAllowed, until, rechecks })
    return bytes
  }
}

/** A link of the storage's own, where this listener can use one; it lasts as long as the storage says. */
async function redirectOf(
  { openStorage }: Pick<MediaSources, 'openStorage'>,
  { storage, path, delivery }: TrackLocation,
  { method, headers }: Context,
): Promise<string | undefined> {
  if (!mayHaveLink({ delivery, method })) return undefined
  try {
    const opened = openStorage(storage)
    if (opened.capabilities.links !== 'redirect') return undefined
    const link = (await opened.link(path))?.url
    const wanted = { delivery, method, destination: headers['sec-fetch-dest'] }
    return link !== undefined && isRedirected({ ...wanted, link }) ? link : undefined
  } catch (error) {
    throw error instanceof StorageError ? refusalOf(error) : error
  }
}

/** Hands the file over to the stream, or closes it. */
async function respond(
  file: OpenFile,
  path: string,
  signed: { context: Context; now: Date },
): Promise<Bytes> {
  const { headers: given, method } = signed.context
  const headers = headersOf(file, path)
  const close = async (status: number, more: Record<string, string>): Promise<Bytes> => {
    await file.close()
    return { status, headers: { ...headers, ...more } }
  }
  const condition = checkConditions(given, file)
  if (condition === 'notModified') return close(304, {})
  if (condition === 'preconditionFailed') return close(412, { 'content-length': '0' })
  // A range is defined for GET alone.
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

function headersOf(file: OpenFile, path: string): Record<string, string> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': httpDate(file.modifiedAt),
    'cache-control': 'private, no-cache',
    'content-type': contentTypeOf(name),
    'content-disposition': inlineDisposition(name),
    'x-content-type-options': 'nosniff',
    // Somebody's file, never a page of ours.
    'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  }
}

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
  const body = isSmall ? await readSegments(file, segments) : streamSegments(file, segments)
  return { status: head.status, headers, body }
}

const contentRange = ({ start, end }: ByteRange, file: OpenFile) => `bytes ${start}-${end}/${file.sizeBytes}`

/** GET /works/{id}/files: what of a work can be played; POST /media/sign: new links for a queue. */
export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  return async ({ params, query }, context) => ({
    tracks: await listFiles(sources, { id: params.id, choices: query }, context),
  })
}

export function renewMediaHandler(sources: MediaSources): Handler<typeof renewMedia> {
  return async ({ body }, context) => ({ items: await linkMedia(sources, body.fileIds, context) })
}

/** Opens the file of a track where it lies. */
async function openTrack(
  { openStorage }: Pick<MediaSources, 'openStorage'>,
  { storage, path }: TrackLocation,
  { signal }: Context,
): Promise<OpenFile> {
  try {
    return await openStorage(storage).open(path, isArchived(path) ? signal?.() : undefined)
  } catch (error) {
    throw error instanceof StorageError ? refusalOf(error) : error
  }
}

/** What nobody may know more of is not found; what may work later says so. */
function refusalOf(error: StorageError): AppError {
  if (gone.includes(error.fault)) return new AppError('notFound', { cause: error })
  const { retryAfterMs } = error
  const later = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
  return new AppError('storageAway', { cause: error, ...later })
}

const gone: readonly StorageFault[] = ['notFound', 'forbidden']
