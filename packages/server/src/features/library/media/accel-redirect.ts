/**
 * Delegates sending of local files to a reverse proxy (`X-Accel-Redirect` of nginx): this server checks the rights, the proxy sends the
 * bytes (ADR 0051).
 */
import type { Bytes, Context } from '../../../http/context.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { audioFormatOf, contentTypeOf, dispositionOf } from './formats.rules.ts'
import type { FileLocation } from './tracks.store.ts'

export interface AccelRedirect {
  /** The proxy's internal location for all local files, for example `/koedana-files`. */
  readonly prefix: string
  readonly isProxy: (address: string) => boolean
}

interface AccelRedirectRequest extends Pick<FileLocation, 'storage' | 'path'> {
  readonly openStorage: OpenStorage
  readonly context: Pick<Context, 'headers' | 'peer'>
}

/**
 * Returns undefined if this server has to send the file itself: the request did not pass the proxy, the storage is not local, or the file
 * is in an archive. Files that are not audio are sent by this server too, because nginx drops the headers that keep untrusted pages from
 * running. Errors of the storage lead to undefined; the caller then reports them.
 */
export async function redirectToProxy(
  { prefix, isProxy }: AccelRedirect,
  { storage, path, openStorage, context: { headers, peer } }: AccelRedirectRequest,
): Promise<Bytes | undefined> {
  if (headers['x-forwarded-for'] === undefined || !isProxy(peer)) return undefined
  if (storage.kind !== 'local' || audioFormatOf(path) === undefined) return undefined
  const opened = openStorage(storage)
  // `found.ref` is resolved: it has no symbolic links and is inside the root. The proxy would follow links anywhere.
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
