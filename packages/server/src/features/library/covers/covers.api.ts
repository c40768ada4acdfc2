/**
 * GET /covers/{workId}/{size}/{version}. The picture of a URL never changes, so browsers may keep it forever; the right to see it is
 * checked for every request.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { getCover } from '@koedana/contract/media.ts'
import { type AgeCategory, type CoverSize, coverSizes } from '@koedana/contract/values.ts'
import type { Bytes, Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Links } from '../media/links.ts'
import { acceptsAvif } from './accept-header.rules.ts'
import type { AvifQueue } from './avif-queue.ts'
import { readDrawnVersion, sendDrawnCover } from './drawn-cover.ts'
import { avifName } from './make-avif.ts'

export interface CoverSources {
  readonly readCover: Links['readCover']
  /** Returns the age category of a work; undefined for an unknown work or one in the trash. */
  readonly findAge: (workId: string) => Promise<AgeCategory | undefined>
  /** Contains `{workId}/{version}/{size}.webp`, and `{size}.avif` once it was requested. */
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
}

export function getCoverHandler({
  readCover,
  findAge,
  coversFolder,
  avifQueue,
}: CoverSources): Handler<typeof getCover> {
  return async ({ params: { workId, size, version }, query }, { headers }) => {
    // The signature covers the work ID and version, so no part of the path below is untrusted.
    const signedAge = readCover({ workId, version, signature: query.s })
    if (!signedAge) throw new AppError('forbidden')
    const age = await findAge(workId)
    if (!age) throw new AppError('notFound')
    if (age !== signedAge) throw new AppError('forbidden')
    const clientEtag = headers['if-none-match']
    const drawn = readDrawnVersion(version)
    if (drawn) return sendDrawnCover({ workId, ...drawn }, { size: parseSize(size), held: clientEtag })
    const folder = join(coversFolder, workId, version)
    const sendWebp = async (keep: string) => {
      const webp = { type: 'image/webp', etag: `"${version}-${size}"`, keep }
      return clientEtag === webp.etag
        ? respondNotModified(webp)
        : respondPicture(webp, await getFile(join(folder, `${size}.webp`)))
    }
    if (!acceptsAvif(headers.accept)) return sendWebp(cacheForever)

    const avif = { type: 'image/avif', etag: `"${version}-${size}-avif"`, keep: cacheForever }
    if (clientEtag === avif.etag) return respondNotModified(avif)
    const bytes = await readFileIfPresent(join(folder, avifName(size)))
    if (bytes) return respondPicture(avif, bytes)
    const meanwhile = await sendWebp(cacheForDay)
    avifQueue.add({ folder, width: Number(size) })
    return meanwhile
  }
}

/** The route allows only known sizes. */
const parseSize = (text: string): CoverSize => coverSizes.find((size) => String(size) === text) ?? 960

const cacheForever = 'private, max-age=31536000, immutable'
/** A smaller AVIF may be available tomorrow. */
const cacheForDay = 'private, max-age=86400'

interface PictureVariant {
  readonly type: string
  readonly etag: string
  readonly keep: string
}

const respondNotModified = (variant: PictureVariant): Bytes => ({ status: 304, headers: toHeaders(variant) })

const respondPicture = (variant: PictureVariant, body: Uint8Array): Bytes => ({
  status: 200,
  headers: { ...toHeaders(variant), 'content-length': String(body.length) },
  body,
})

const toHeaders = ({ type, etag, keep }: PictureVariant) => ({
  etag,
  'cache-control': keep,
  'content-type': type,
  vary: 'accept',
  'x-content-type-options': 'nosniff',
})

async function getFile(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: unknown) => {
    throw new AppError('notFound', { cause })
  })
}

/** A missing or unreadable AVIF is not an error, because the WebP exists. */
async function readFileIfPresent(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined)
}
