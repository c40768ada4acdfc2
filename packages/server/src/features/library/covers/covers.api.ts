/** GET /covers/{workId}/{size}/{version}: one made picture. Its link never changes content, so it is kept for ever. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { getCover } from '@koedana/contract/media.ts'
import type { Bytes, Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isCoverSigned } from '../media/signing.rules.ts'

export interface CoverSources {
  readonly secret: string
  /** Holds `{workId}/{version}/{size}.webp`. */
  readonly coversFolder: string
}

export function getCoverHandler({ secret, coversFolder }: CoverSources): Handler<typeof getCover> {
  return async ({ params: { workId, size, version }, query }, context) => {
    // What we signed is an id and a hash of our own making: past this line no part of the path is a stranger's.
    if (!isCoverSigned(secret, { workId, version, signature: query.s })) throw new AppError('forbidden')
    const etag = `"${version}-${size}"`
    const headers = {
      etag,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    }
    if (context.headers['if-none-match'] === etag) return { status: 304, headers }
    const body = await readFile(join(coversFolder, workId, version, `${size}.webp`)).catch(
      (cause: unknown) => {
        throw new AppError('notFound', { cause })
      },
    )
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(body.length) },
      body,
    } satisfies Bytes
  }
}
