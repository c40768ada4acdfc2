/** Covers and files for apps of others, who bring their credential with each request. */

import { Readable } from 'node:stream'
import type { DoorName } from '@koedana/contract/doors.ts'
import type { CoverSize } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { type Bytes, type Context, isBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { personOf } from '../auth/auth-sources.ts'
import { type CoverSources, getCoverHandler } from '../library/covers/covers.api.ts'
import { sendDrawnCover } from '../library/covers/drawn-cover.ts'
import type { MediaForm } from '../library/forms/form.rules.ts'
import { admitHolder } from '../library/media/admission.ts'
import type { MediaSources } from '../library/media/links.ts'
import { sendMedia, type WantedMedia } from '../library/media/media.api.ts'
import type { WorkSources } from '../works/viewers.ts'
import { getWork } from '../works/works.use-cases.ts'
import type { DoorAccess } from './door-access.ts'

export interface DoorMediaSources extends WorkSources, MediaSources, CoverSources {
  readonly access: DoorAccess
}

export interface DoorFile {
  readonly fileId: string
  readonly workId: string
  readonly form?: MediaForm | undefined
  readonly etagOf?: WantedMedia['etagOf']
  /** It is checked besides, before the file is sent and meanwhile. */
  readonly mayGoOn?: () => Promise<boolean>
}

/** A file of that work. It ends with the right of the listener, with their session and with the door. */
export async function sendDoorFile(
  sources: DoorMediaSources,
  { workId, mayGoOn: mayPlayOn, ...wanted }: DoorFile,
  context: Context,
): Promise<Bytes> {
  const { fileId } = wanted
  if (fileId.includes('\0')) throw new AppError('notFound')
  const { sessionId, door } = personOf(context)
  const admitted = await admitHolder(sources, { fileId, session: sessionId }, context)
  if (admitted.holder.workKey !== sources.dictionary.findKey('works', workId)) throw new AppError('notFound')
  if ((await mayPlayOn?.()) === false) throw new AppError('notFound')
  const isOpen = () => door !== undefined && sources.access.isOpen(door.name)
  const mayGoOn = async () => isOpen() && (await mayPlayOn?.()) !== false
  return sendMedia(sources, { ...wanted, admitted, mayGoOn }, context)
}

/**
 * One that is veiled in our own lists is a blur here, since no app can request more. A work without one is drawn, and so
 * is one whose picture is not there any more, as after a backup without covers.
 */
export async function sendDoorCover(
  sources: DoorMediaSources,
  { workId, size }: { readonly workId: string; readonly size: CoverSize },
  context: Context,
): Promise<Bytes> {
  const { id, maker, cover: shown } = await getWork(sources, { id: workId }, context)
  const draw = async () => {
    const held = context.headers['if-none-match']
    return keptBriefly(await sendDrawnCover({ workId: id, makerId: maker?.id }, { size, held }))
  }
  if (shown === null) return draw()
  if (shown.signature === null) return blurOf(shown.thumbhash)
  const { version, signature } = shown
  const wanted = {
    params: { workId: id, version, size: String(size) },
    query: { s: signature },
    body: undefined,
  }
  try {
    const cover = await getCoverHandler(sources)(wanted, context)
    if (isBytes(cover)) return keptBriefly(cover)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'notFound')) throw error
  }
  return draw()
}

/** The address of a door names no version: what it shows may be another picture soon, or none. */
const keptBriefly = (cover: Bytes): Bytes => ({
  ...cover,
  headers: { ...cover.headers, 'cache-control': 'private, max-age=3600' },
})

async function blurOf(thumbhash: string): Promise<Bytes> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  const body = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(240)
    .webp()
    .toBuffer()
  return {
    status: 200,
    headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
    body,
  }
}

type Sources = Pick<MediaSources, 'streams' | 'findPerson'> & { readonly access: DoorAccess }

/** Who may see less than before gets no more of it either. One that was made at once is sent as it is. */
export function endsWithRight(
  { access, streams, findPerson }: Sources,
  { door, bytes }: { readonly door: DoorName; readonly bytes: Bytes },
  context: Context,
): Bytes {
  const { body } = bytes
  if (!(body instanceof Readable)) return bytes
  const { sessionId, expiresAt, audience } = personOf(context)
  const isAllowed = async () => access.isOpen(door) && (await findPerson(sessionId))?.audience === audience
  // The right was looked up before anybody counted: it is requested again at once.
  streams.watch(body, { isAllowed, until: expiresAt })
  return bytes
}
