/** GET, HEAD /media/{fileId}/{name}: one file, whole or by ranges. Also lists the files of a work and renews links. */
import { Readable } from 'node:stream'
import type { getMedia, renewMedia } from '@koedana/contract/media.ts'
import type { listWorkFiles } from '@koedana/contract/works.ts'
import type { Bytes, Context, Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isArchived } from '../../storages/archives/archive-storage.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { type MediaForm, nameInForm } from '../forms/form.rules.ts'
import { redirectToProxy } from './accel-redirect.ts'
import { createAdmission, type MediaAdmission } from './admission.ts'
import { linkMedia, listFiles } from './files.use-cases.ts'
import { audioFormatOf } from './formats.rules.ts'
import { findRight, type MediaSources } from './links.ts'
import { toListenerError } from './listener-errors.ts'
import { shouldRedirect } from './redirect.rules.ts'
import { respond } from './respond.ts'
import type { FileLocation } from './tracks.store.ts'

export function getMediaHandler(sources: MediaSources): Handler<typeof getMedia> {
  const { secret } = sources
  const admit = createAdmission(sources)
  return async ({ params: { fileId }, query }, context) => {
    const signedWith = secret()
    const admitted = await admit({ fileId, signature: query.s }, context)
    const mayGoOn = () => secret() === signedWith
    return sendMedia(sources, { admitted, fileId, form: query.form, mayGoOn }, context)
  }
}

export interface MediaRequest {
  readonly admitted: MediaAdmission
  readonly fileId: string
  readonly form?: MediaForm | undefined
  /** Checked together with the listener's right while the file is sent. */
  readonly mayGoOn: () => boolean | Promise<boolean>
  /** Returns the ETag if an API lists its own; by default the storage's ETag is sent. */
  readonly etagOf?: ((file: OpenFile) => string) | undefined
}

/** Sends a file to an admitted listener, for every API. The stream ends when they lose the right. */
export async function sendMedia(
  sources: MediaSources,
  { admitted: { holder, location, until, rechecks }, fileId, form, mayGoOn, etagOf }: MediaRequest,
  context: Context,
): Promise<Bytes> {
  const { now, streams } = sources
  if (location.isAway) throw new AppError('storageAway')
  const address = form ? undefined : await findRedirect(sources, location, context)
  if (address !== undefined)
    return { status: 307, headers: { location: address, 'cache-control': 'private, no-store' } }
  const handed =
    form || etagOf || !sources.handOver
      ? undefined
      : await redirectToProxy(sources.handOver, { ...sources, ...location, context })
  if (handed) return handed
  const file = form
    ? await openForm(sources, { ...location, id: fileId, form }, context)
    : await openTrack(sources, location, context)
  const path = form ? nameInForm(location.path, form) : location.path
  const bytes = await respond(etagOf ? { ...file, etag: etagOf(file) } : file, path, { context, now: now() })
  const isAllowed = async () => (await mayGoOn()) && (await findRight(sources, holder)).type === 'granted'
  if (bytes.body instanceof Readable) streams.watch(bytes.body, { isAllowed, until, rechecks })
  return bytes
}

/** Returns a link of the storage's own if this listener can use one. The storage determines its lifetime. */
async function findRedirect(
  { openStorage }: Pick<MediaSources, 'openStorage'>,
  { storage, path, delivery }: FileLocation,
  { method, headers, address }: Context,
): Promise<string | undefined> {
  const wanted = {
    delivery,
    method,
    destination: headers['sec-fetch-dest'],
    mode: headers['sec-fetch-mode'],
  }
  // Providers limit the number of links, so none is requested that could not be used.
  if (!shouldRedirect({ ...wanted, link: 'https:' })) return undefined
  try {
    const opened = openStorage(storage)
    if (opened.capabilities.links !== 'redirect') return undefined
    const listenerUserAgent = headers['user-agent']
    const link = await opened.link(path, { listenerUserAgent, listener: `${address} ${listenerUserAgent}` })
    // Browsers cannot send extra headers with media requests.
    if (!link || Object.keys(link.headers).length > 0) return undefined
    return shouldRedirect({ ...wanted, link: link.url }) ? link.url : undefined
  } catch (error) {
    throw error instanceof StorageError ? toListenerError(error) : error
  }
}

export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  return ({ params, query }, context) => listFiles(sources, { id: params.id, choices: query }, context)
}

export function renewMediaHandler(sources: MediaSources): Handler<typeof renewMedia> {
  return async ({ body }, context) => ({ items: await linkMedia(sources, body.fileIds, context) })
}

async function openTrack(
  { openStorage }: Pick<MediaSources, 'openStorage'>,
  { storage, path }: FileLocation,
  { signal }: Context,
): Promise<OpenFile> {
  try {
    return await openStorage(storage).open(path, isArchived(path) ? signal?.() : undefined)
  } catch (error) {
    throw error instanceof StorageError ? toListenerError(error) : error
  }
}

interface TrackFormRequest extends FileLocation {
  readonly id: string
  readonly form: MediaForm
}

/** Converts the track if needed, and waits until that is done or the listener leaves. */
async function openForm(
  { openStorage, forms }: Pick<MediaSources, 'openStorage' | 'forms'>,
  { id, form, storage, path }: TrackFormRequest,
  { signal }: Context,
): Promise<OpenFile> {
  if (audioFormatOf(path) === undefined) throw new AppError('refused')
  const openSource = () => openStorage(storage).open(path)
  try {
    const file = await forms.open({ id, name: lastPart(path), form, openSource }, signal?.())
    if (!file) throw new AppError('refused')
    return file
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw error.fault === 'damaged' ? new AppError('refused', { cause: error }) : toListenerError(error)
  }
}
