/** A listener of a small library, asking the handlers of files and media as the server would. */

import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { workKeyOf } from '@koedana/contract/values.ts'
import type { Track, WorkFiles } from '@koedana/contract/works.ts'
import { type Bytes, type Context, isBytes } from '../../../http/context.ts'
import { createOutbound } from '../../../lib/outbound.ts'
import { shortOfSpace } from '../../../lib/testing/short-of-space.ts'
import { createVault } from '../../../lib/vault.ts'
import { visitor } from '../../../testing/visitor.ts'
import { createDictionary } from '../../entities/dictionary.ts'
import { defaultMarketplace } from '../../settings/marketplace.rules.ts'
import { noProxies } from '../../settings/proxies.rules.ts'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import { createStorages } from '../../storages/open-storages.ts'
import type { Storage } from '../../storages/storage.ts'
import { noDrives } from '../../storages/testing/no-drives.ts'
import { createTrackConverter } from '../forms/forms.ts'
import { getWorkArchiveHandler } from '../media/archive.api.ts'
import { getMediaHandler, listWorkFilesHandler } from '../media/media.api.ts'
import { createOpenStreams } from '../media/open-streams.ts'
import { signMedia } from '../media/signing.rules.ts'
import { sound, type TestLibrary } from './library.ts'

export const now = new Date('2026-11-20T12:00:00Z')
export const secret = 'secret'
export const bytes = Buffer.from(sound('the sound', 5))
export const size = bytes.length
export const firstPath = 'RJ334212/02 雨.wav'

const twoTracks: Readonly<Record<string, Uint8Array>> = {
  [firstPath]: bytes,
  'RJ334212/10 終.wav': sound('other', 1),
}

const site = {
  registration: 'key',
  allowsGuests: true,
  visitorCeiling: 'all',
  newAccountCeiling: 'all',
  visitorsMayListen: true,
  sharing: 'view',
  doors: { kikoeru: false, subsonic: false, feed: false, abs: false, dav: false },
  kikoeruAtRoot: false,
  marketplace: defaultMarketplace,
  proxies: noProxies,
} as const

export interface Listener {
  readonly fileId: string
  /** Invalidates all links issued before. */
  readonly revoke: () => void
  readonly hideWork: () => void
  /** Makes the disk full, so that nothing can be unpacked. */
  readonly fillDisk: () => void
  readonly files: (id?: string) => Promise<Track[]>
  readonly listing: (id?: string) => Promise<WorkFiles>
  readonly get: (headers?: Context['headers'], change?: RequestChange) => Promise<Bytes>
  readonly getArchive: (headers?: Context['headers'], change?: RequestChange) => Promise<Bytes>
  /** Destroys open streams, since an unread stream keeps its file open. */
  readonly close: () => void
}

interface RequestChange {
  readonly method?: string
  readonly s?: string
  /** Defaults to the first track. */
  readonly fileId?: string
}

/** Adds files (two tracks by default), or uses a remote storage, and scans. */
export async function createListener(
  library: TestLibrary,
  given = twoTracks,
  remote?: Storage,
): Promise<Listener> {
  if (!remote) for (const [path, file] of Object.entries(given)) library.put(path, file)
  await library.scan({ remote })
  let epoch = 'one'
  const formsFolder = join(library.root, '..', 'forms')
  const openMade = (path: string) => openLocalStorage(formsFolder).open(path)
  let isHidden = false
  let shortage: typeof shortOfSpace | undefined
  const sources = {
    db: library.database.read,
    dictionary: createDictionary(library.database.read),
    secret: () => secret,
    epoch: () => epoch,
    now: () => now,
    site: { current: () => site },
    isPublished: false,
    findPerson: async () => undefined,
    findLent: async () => undefined,
    streams: createOpenStreams(() => now),
    forms: createTrackConverter({ folder: formsFolder, ffmpegPath: join(library.root, 'nothing'), openMade }),
    openStorage: remote
      ? () => remote
      : createStorages({
          drives: noDrives,
          unpackedFolder: join(library.root, '..', 'unpacked'),
          isShort: async () => shortage,
          vault: createVault('a key of some length for tests'),
          outbound: createOutbound({ userAgent: 'test' }),
        }),
    visibleWorks: async (keys: readonly number[]) =>
      new Set(keys.filter((key) => key === workKeyOf('RJ334212') && !isHidden)),
  }
  const responses: Bytes[] = []
  const getMedia = getMediaHandler(sources)
  const getWorkArchive = getWorkArchiveHandler(sources)
  const listing = async (id = 'rj334212') => {
    const requested = { params: { id }, query: {}, body: undefined }
    const response = await listWorkFilesHandler(sources)(requested, context())
    if ('status' in response) throw new Error('bytes')
    return response
  }
  const files = async (id?: string) => (await listing(id)).tracks
  const firstId = (await files())[0]?.id ?? ''
  const kept = (response: unknown): Bytes => {
    if (!isBytes(response)) throw new Error('no bytes')
    responses.push(response)
    return response
  }
  const getArchive: Listener['getArchive'] = async (headers, change = {}) => {
    const url = new URL((await listing()).archive?.url ?? '', 'http://localhost')
    const s = change.s ?? url.searchParams.get('s') ?? ''
    const requested = { params: { id: 'RJ334212' }, query: { s }, body: undefined }
    return kept(await getWorkArchive(requested, context(headers, change.method)))
  }
  const get: Listener['get'] = async (headers, change = {}) => {
    const { fileId = firstId } = change
    const s =
      change.s ??
      signMedia(secret, { fileId, session: undefined, epoch: 'one', expiresAt: now.getTime() / 1000 + 60 })
    const requested = { params: { fileId, name: 'any.wav' }, query: { s }, body: undefined }
    return kept(await getMedia(requested, context(headers, change.method)))
  }
  return {
    fileId: firstId,
    revoke: () => {
      epoch = 'two'
    },
    hideWork: () => {
      isHidden = true
    },
    fillDisk: () => {
      shortage = shortOfSpace
    },
    files,
    listing,
    get,
    getArchive,
    close: () => {
      for (const { body } of responses) if (body && 'destroy' in body) body.destroy()
    },
  }
}

export async function read({ body }: Bytes): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0)
  return body instanceof Uint8Array ? Buffer.from(body) : buffer(body)
}

const context = (headers: Context['headers'] = {}, method = 'GET'): Context => ({
  method,
  headers,
  locale: 'en-US',
  ...visitor,
})
