/**
 * Files of this machine that a reverse proxy in front of us sends by itself (`X-Accel-Redirect` of nginx): we say who may hear
 * them, and their bytes do not pass through us (ADR 0051).
 */
import type { Bytes, Context } from '../../../http/context.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { audioFormatOf, contentTypeOf, dispositionOf } from './formats.rules.ts'
import type { FileLocation } from './tracks.store.ts'

export interface HandOver {
  /** The path of the proxy below which all files of this machine lie, for it alone: `/koedana-files`. */
  readonly prefix: string
  /** Returns whether a proxy that is trusted has this address. */
  readonly isProxy: (address: string) => boolean
}

interface HandOverRequest extends Pick<FileLocation, 'storage' | 'path'> {
  readonly openStorage: OpenStorage
  readonly context: Pick<Context, 'headers' | 'peer'>
}

/**
 * Returns undefined where we send it ourselves: to one who came past the proxy, from another kind of storage, out of an archive. So is
 * all that is no sound, since nginx does not pass on the headers that keep a stranger's page from running. Fails as the
 * storage does.
 */
export async function handOver(
  { prefix, isProxy }: HandOver,
  { storage, path, openStorage, context: { headers, peer } }: HandOverRequest,
): Promise<Bytes | undefined> {
  if (headers['x-forwarded-for'] === undefined || !isProxy(peer)) return undefined
  if (storage.kind !== 'local' || audioFormatOf(path) === undefined) return undefined
  const opened = openStorage(storage)
  // The reference has no links and lies inside of the root: the proxy would follow them anywhere.
  const found = await Promise.resolve()
    .then(() => opened.stat(path))
    .catch(() => undefined)
  if (found?.kind !== 'file') return undefined
  const name = lastPart(path)
  const location = `${storage.root}/${found.ref}`.split('/').map(encodeURIComponent).join('/')
  return {
    status: 200,
    headers: {
      'x-accel-redirect': `${prefix}${location}`,
      'cache-control': 'private, no-cache',
      'content-type': contentTypeOf(name),
      'content-disposition': dispositionOf(name),
    },
  }
}
