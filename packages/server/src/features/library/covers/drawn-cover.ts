/**
 * Renders the drawing of `coverArtOf` as JPEG, for apps and link previews that do not draw it themselves. Only IDs are used: no text of
 * users enters the rendered SVG.
 */
import { createHash } from 'node:crypto'
import { coverArtOf } from '@koedana/contract/cover-art.rules.ts'
import type { CoverSize } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Bytes } from '../../../http/context.ts'

export interface DrawnWork {
  readonly workId: string
  readonly makerId: string | undefined
}

/** Returns the version in the link of a drawn cover: a prefix and the maker. Versions of stored covers are hashes. */
export const drawnVersionOf = (makerId: string | undefined): string => `${prefix}${makerId ?? ''}`

export function readDrawnVersion(version: string): Pick<DrawnWork, 'makerId'> | undefined {
  if (!version.startsWith(prefix)) return undefined
  return { makerId: version.slice(prefix.length) || undefined }
}

const prefix = 'drawn.'

/** Sends the drawn cover as JPEG, since some apps cannot read WebP. The caller must check whether the work may be seen. */
export async function sendDrawnCover(
  work: DrawnWork,
  { size, held: clientEtag }: { readonly size: CoverSize; readonly held: string | undefined },
): Promise<Bytes> {
  const svg = svgOf(work)
  const etag = `"drawn-${createHash('sha256').update(svg).digest('hex').slice(0, 16)}-${size}"`
  const headers = {
    etag,
    'cache-control': 'private, max-age=86400',
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
  }
  if (clientEtag === etag) return { status: 304, headers }
  const body = await pictureCache.forceFetch(etag, { context: { svg, size } })
  return { status: 200, headers: { ...headers, 'content-length': String(body.length) }, body }
}

interface Drawing {
  readonly svg: string
  readonly size: CoverSize
}

/** Room for a few hundred pictures: apps request the same ones repeatedly, for each of several devices. */
const cacheBytes = 8 * 2 ** 20

/** Concurrent requests for one picture share one rendering. */
const pictureCache = new LRUCache<string, Buffer, Drawing>({
  maxSize: cacheBytes,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_etag, _stale, { context: { svg, size } }) =>
    sharp(Buffer.from(svg))
      .resize({ width: size, height: (size * 3) / 4 })
      .jpeg({ quality: 85 })
      .toBuffer(),
})

/** Uses the colors of the light theme, because apps do not report theirs. */
function svgOf({ workId, makerId }: DrawnWork): string {
  const { light, paths } = coverArtOf(workId, makerId)
  const [upper, lower] = light
  const drawn = paths.map(({ d, opacity, stroke }) =>
    stroke > 0
      ? `<path d="${d}" opacity="${opacity}" fill="none" stroke="#fff" stroke-width="${stroke}" stroke-linecap="round"/>`
      : `<path d="${d}" opacity="${opacity}" fill="#fff"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${upper}"/><stop offset="1" stop-color="${lower}"/></linearGradient></defs><rect width="400" height="300" fill="url(#g)"/>${drawn.join('')}</svg>`
}
