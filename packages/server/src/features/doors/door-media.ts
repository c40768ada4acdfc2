/** Sends covers and files to third-party apps, which authenticate each request. */

import { Readable } from 'node:stream'
import type { CompatibilityApiName } from '@koedana/contract/app-passwords.ts'
import type { CoverSize } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { type Bytes, type Context, isBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { acceptsWebp } from '../library/covers/accept-header.rules.ts'
import { type CoverSources, getCoverHandler } from '../library/covers/covers.api.ts'
import { type DrawnWork, sendDrawnCover } from '../library/covers/drawn-cover.ts'
import type { MediaForm } from '../library/forms/form.rules.ts'
import { admitCaller } from '../library/media/admission.ts'
import type { Links, MediaSources } from '../library/media/links.ts'
import { type MediaRequest, sendMedia } from '../library/media/media.api.ts'
import type { WorkSources } from '../works/viewers.ts'
import { getWork } from '../works/works.use-cases.ts'
import type { DoorAccess } from './door-access.ts'

export interface DoorMediaSources extends WorkSources, MediaSources, CoverSources {
  readonly access: DoorAccess
  readonly links: Pick<Links, 'signCoverToken' | 'readCoverToken'>
}

export interface DoorFile {
  readonly fileId: string
  readonly workId: string
  readonly form?: MediaForm | undefined
  readonly etagOf?: MediaRequest['etagOf']
  /** An additional check, before and while the file is sent. */
  readonly mayGoOn?: () => Promise<boolean>
}

/** Sends a file of the work. The transfer stops when the listener loses the right, the session ends, or the API is switched off. */
export async function sendDoorFile(
  sources: DoorMediaSources,
  { workId, mayGoOn: mayPlayOn, ...wanted }: DoorFile,
  context: Context,
): Promise<Bytes> {
  const { fileId } = wanted
  if (fileId.includes('\0')) throw new AppError('notFound')
  const { sessionId, door } = requirePerson(context)
  const admitted = await admitCaller(sources, { fileId, session: sessionId }, context)
  if (admitted.holder.workKey !== sources.dictionary.findKey('works', workId)) throw new AppError('notFound')
  if ((await mayPlayOn?.()) === false) throw new AppError('notFound')
  const isOpen = () => door !== undefined && sources.access.isOpen(door.name)
  const mayGoOn = async () => isOpen() && (await mayPlayOn?.()) !== false
  return sendMedia(sources, { ...wanted, admitted, mayGoOn }, context)
}

export interface DoorCover {
  readonly workId: string
  readonly size: CoverSize
  /** Send JPEG whatever the client accepts: podcast apps display nothing else. */
  readonly isJpeg?: true
}

/**
 * Sends the cover of a work to callers who may see the work, including visitors. Covers that our own lists blur are always blurred
 * here, since apps cannot ask for the original. A cover is drawn if the work has none or its file is missing, as after restoring a
 * backup without covers.
 */
export async function sendDoorCover(
  sources: DoorMediaSources,
  wanted: DoorCover,
  context: Context,
): Promise<Bytes> {
  const { id, maker, cover } = await getWork(sources, { id: wanted.workId }, context)
  const drawn = { workId: id, makerId: maker?.id }
  if (cover === null) return sendGeneratedCover(drawn, wanted, context)
  if (cover.signature === null) return sendBlurredCover(cover.thumbhash, wanted, context)
  return sendStoredCover(sources, { ...wanted, drawn, ...cover, signature: cover.signature }, context)
}

interface StoredCover extends DoorCover {
  readonly drawn: DrawnWork
  readonly version: string
  readonly signature: string
}

/** Sends the stored picture of a valid signature, or draws one if its file is missing. */
export async function sendStoredCover(
  sources: CoverSources,
  { drawn, version, signature, ...wanted }: StoredCover,
  context: Context,
): Promise<Bytes> {
  const { workId } = drawn
  const needsJpeg = wanted.isJpeg || !acceptsWebp(context.headers.accept)
  const params = { workId, version, size: String(wanted.size) }
  const request = { params, query: { s: signature }, body: undefined }
  try {
    const cover = await getCoverHandler(sources)(request, needsJpeg ? webpOnly(context) : context)
    if (!isBytes(cover)) throw new AppError('notFound')
    return keptBriefly(needsJpeg ? await jpegOf(cover, context) : cover)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'notFound')) throw error
  }
  return sendGeneratedCover(drawn, wanted, context)
}

/** Returns a context that requests the stored WebP itself: conditional headers of the caller refer to the JPEG. */
const webpOnly = (context: Context): Context => ({ ...context, headers: { accept: 'image/webp' } })

/** Sends a generated cover for a work without one. */
export async function sendGeneratedCover(
  drawn: DrawnWork,
  { size }: DoorCover,
  { headers }: Context,
): Promise<Bytes> {
  return keptBriefly(await sendDrawnCover(drawn, { size, held: headers['if-none-match'] }))
}

/** URLs of compatibility APIs have no version, so the picture may change or disappear: it is cached for an hour only. */
const keptBriefly = (cover: Bytes): Bytes => ({
  ...cover,
  headers: { ...cover.headers, 'cache-control': 'private, max-age=3600' },
})

const jpegBytes = 8 * 2 ** 20

/** Concurrent requests for the same picture share one conversion. */
const jpegs = new LRUCache<string, Buffer, Uint8Array>({
  maxSize: jpegBytes,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_etag, _stale, { context }) => sharp(context).jpeg({ quality: 85 }).toBuffer(),
})

async function jpegOf({ headers, body }: Bytes, context: Context): Promise<Bytes> {
  if (!(body instanceof Uint8Array)) throw new AppError('notFound')
  const etag = `"${(headers.etag ?? '').replaceAll('"', '')}-jpeg"`
  const own = { ...headers, etag, 'content-type': 'image/jpeg' }
  if (context.headers['if-none-match'] === etag) return { status: 304, headers: own }
  const jpeg = await jpegs.forceFetch(etag, { context: body }).catch((cause: unknown) => {
    // Treat a file that cannot be decoded as missing.
    throw new AppError('notFound', { cause })
  })
  return { status: 200, headers: { ...own, 'content-length': String(jpeg.length) }, body: jpeg }
}

/** Sends a blurred picture made from a thumbhash. */
export async function sendBlurredCover(
  thumbhash: string,
  { isJpeg }: DoorCover,
  { headers }: Context,
): Promise<Bytes> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  const blur = sharp(rgba, { raw: { width, height, channels: 4 } }).resize(240)
  const needsJpeg = isJpeg || !acceptsWebp(headers.accept)
  const body = await (needsJpeg ? blur.flatten().jpeg({ quality: 85 }) : blur.webp()).toBuffer()
  return {
    status: 200,
    headers: {
      'content-type': needsJpeg ? 'image/jpeg' : 'image/webp',
      'cache-control': 'private, no-cache',
      vary: 'accept',
    },
    body,
  }
}

type Sources = Pick<MediaSources, 'streams' | 'findPerson'> & { readonly access: DoorAccess }

/** Stops a streamed body when the caller loses the right to see it. A body that is already in memory is sent as it is. */
export function stopWhenRevoked(
  { access, streams, findPerson }: Sources,
  { door, bytes }: { readonly door: CompatibilityApiName; readonly bytes: Bytes },
  context: Context,
): Bytes {
  const { body } = bytes
  if (!(body instanceof Readable)) return bytes
  const { sessionId, expiresAt, audience } = requirePerson(context)
  const isAllowed = async () => access.isOpen(door) && (await findPerson(sessionId))?.audience === audience
  // The right was checked before the stream was registered, so it is checked again right away.
  streams.watch(body, { isAllowed, until: expiresAt })
  return bytes
}
