/**
 * Makes the WebP of each size and the thumbhash of a cover. They are stored with the original in `{coversFolder}/{workId}/{version}/`.
 * Pictures are untrusted: they are read within a memory budget, and cropped to the shape of a cover.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverSizes } from '@koedana/contract/values.ts'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { isEnoent } from '../../../lib/enoent.ts'
import { createBudget } from './budget.ts'
import { createDraftPath } from './drafts.ts'

export interface MadeCover {
  readonly version: string
  /** Base64. */
  readonly thumbhash: string
}

/** Identifies the source of a picture. Equal origins mean the same picture, so it need not be read again. */
export interface CoverOrigin {
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt: string
  /** Change time of the file, as in `FileFacts`; undefined for covers made before it was recorded. */
  readonly changedMs?: number | undefined
}

export interface CoverJob {
  readonly coversFolder: string
  readonly workId: string
  readonly picture: Uint8Array
  readonly origin: CoverOrigin
}

/** Throws if the bytes are not a complete, supported picture, or if storing fails (see `isDiskFault`). */
export async function makeCover(job: CoverJob): Promise<MadeCover> {
  const version = hashPicture(job.picture)
  const { image, format } = await openPicture(job.picture)
  const thumbhash = await makeThumbhash(image)
  await storeCover(job, { version, extension: format, pictures: await resize(image) })
  return { version, thumbhash }
}

export async function findOrigin(
  coversFolder: string,
  workId: string,
  version: string,
): Promise<CoverOrigin | undefined> {
  const text = await readFile(join(coversFolder, workId, version, originName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parseOrigin(text)
}

/** Does the same synchronously, in a tenth of the time. For the scan thread, which serves no requests. */
export function findOriginSync(
  coversFolder: string,
  workId: string,
  version: string,
): CoverOrigin | undefined {
  try {
    return parseOrigin(readFileSync(join(coversFolder, workId, version, originName), 'utf8'))
  } catch {
    return undefined
  }
}

function parseOrigin(text: string): CoverOrigin | undefined {
  const [path, sizeBytes, modifiedAt, changedMs] = text.split('\n').map((line) => decodeURIComponent(line))
  if (path === undefined || modifiedAt === undefined) return undefined
  const changed = changedMs === undefined ? {} : { changedMs: Number(changedMs) }
  return { path, sizeBytes: Number(sizeBytes), modifiedAt, ...changed }
}

export const isSameOrigin = (a: CoverOrigin | undefined, b: CoverOrigin): boolean =>
  a !== undefined &&
  a.path === b.path &&
  a.sizeBytes === b.sizeBytes &&
  a.modifiedAt === b.modifiedAt &&
  (a.changedMs === undefined || a.changedMs === b.changedMs)

/** Returns a short hash of the picture. */
export const hashPicture = (picture: Uint8Array): string =>
  createHash('sha256').update(picture).digest('hex').slice(0, 16)

/** Updates the origin of a cover whose file was touched but not changed. */
export async function saveOrigin(
  { coversFolder, workId, origin }: Omit<CoverJob, 'picture'>,
  version: string,
): Promise<void> {
  await writeFile(join(coversFolder, workId, version, originName), formatOrigin(origin))
}

const originName = 'origin.txt'

async function makeThumbhash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .clone()
    .resize({ width: 96, height: 72, fit: 'cover' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

function resize(image: Sharp): Promise<{ name: string; bytes: Uint8Array }[]> {
  const made = coverSizes.map(async (width) => ({
    name: `${width}.webp`,
    bytes: await fitCover(image, width).webp({ quality: 80 }).toBuffer(),
  }))
  return Promise.all(made)
}

/** Stores a version under a draft name and renames it, so that it is never incomplete. */
async function storeCover(
  { coversFolder, workId, picture, origin }: CoverJob,
  made: { version: string; extension: string; pictures: readonly { name: string; bytes: Uint8Array }[] },
): Promise<void> {
  const draft = await createDraftPath(coversFolder)
  try {
    await mkdir(draft)
    const files = [
      ...made.pictures,
      { name: `original.${made.extension}`, bytes: picture },
      { name: originName, bytes: formatOrigin(origin) },
    ]
    const written = await Promise.allSettled(
      files.map(({ name, bytes }) => writeFile(join(draft, name), bytes)),
    )
    for (const one of written) if (one.status === 'rejected') throw one.reason
    const moveDraft = () => moveIntoPlace(draft, join(coversFolder, workId), made.version)
    // The folder may vanish if the work is deleted permanently in the meantime, so the move is retried once.
    await moveDraft().catch((error) => (isEnoent(error) ? moveDraft() : Promise.reject(error)))
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

async function moveIntoPlace(draft: string, folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Retried because a server may add an AVIF while the folder is being deleted.
  await rm(join(folder, version), { recursive: true, force: true, maxRetries: 3 })
  await rename(draft, join(folder, version))
}

/** Returns whether storing failed, not the picture. The picture must not be reported as broken then. */
export const isDiskFault = (error: unknown): boolean => error instanceof Error && 'code' in error

const formatOrigin = ({ path, sizeBytes, modifiedAt, changedMs }: CoverOrigin): string =>
  [path, sizeBytes, modifiedAt, ...(changedMs === undefined ? [] : [changedMs])]
    .map(encodeURIComponent)
    .join('\n')

/** Larger than any real cover. Protects the memory. */
export const maxPictureBytes = 40 * 1024 * 1024
/** Some formats can only be read whole, at four bytes a pixel. */
const maxPixels = 40_000_000
const pixelBudget = createBudget(maxPixels)

export const pictureFormats = ['jpeg', 'png', 'webp', 'avif'] as const

export interface Picture {
  /** Decoded, rotated according to EXIF, and no larger than the largest cover needs. */
  readonly image: Sharp
  readonly format: (typeof pictureFormats)[number]
}

// Pictures are processed once, so the cache of libvips only costs memory.
sharp.cache(false)

/** Throws if the bytes are not a complete, supported picture. */
export async function openPicture(bytes: Uint8Array): Promise<Picture> {
  // Loaders of other formats had exploitable vulnerabilities, so they are never reached.
  if (!hasPictureSignature(bytes)) throw new Error('not a picture')
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  const { format, compression, width, height } = await image.metadata()
  // AVIF has this name because of its container.
  const named = format === 'heif' && compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === named)
  if (!known) throw new Error(`not a picture: ${format}`)
  return { image: await pixelBudget.spend(width * height, () => readPixels(image)), format: known }
}

const brands: ReadonlySet<string> = new Set(
  ['avif', 'avis', 'mif1', 'miaf', 'msf1'].map((brand) => `ftyp${brand}`),
)

function hasPictureSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u00ff\u00d8\u00ff') || start.startsWith('\u0089PNG')) return true
  return (start.startsWith('RIFF') && start.endsWith('WEBP')) || brands.has(start.slice(4))
}

const maxWidth = Math.max(...coverSizes)

/** Decodes the pixels once for all sizes. Rotation precedes scaling. */
async function readPixels(image: Sharp): Promise<Sharp> {
  const { data, info } = await image
    .autoOrient()
    .resize({ ...dimensionsOf(maxWidth), fit: 'outside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

const dimensionsOf = (width: number) => ({ width, height: (width * 3) / 4 })

/** Returns a copy cropped and scaled to the shape of a cover, 4:3. */
export const fitCover = (image: Sharp, width: number): Sharp =>
  image.clone().resize({ ...dimensionsOf(width), fit: 'cover' })
