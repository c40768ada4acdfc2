/**
 * Makes what is shown of a cover: one WebP a width, and the hash that stands in while it loads. They lie in
 * `{coversFolder}/{workId}/{version}/`, with the original beside them. A picture that somebody else made is read
 * within a budget of memory, and cut to the shape of a cover.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverSizes } from '@koedana/contract/values.ts'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { isMissing } from '../../../lib/missing.ts'
import { createBudget } from './budget.ts'
import { newDraft } from './drafts.ts'

export interface MadeCover {
  /** Short hash of the original. */
  readonly version: string
  /** base64 */
  readonly thumbhash: string
}

/** The origin of a picture; equal origins are the same picture, so that it need not be read again. */
export interface CoverOrigin {
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt: string
  /** The stamp of a file, as `FileFacts` has it; undefined for what was made before that was kept. */
  readonly changedMs?: number | undefined
}

export interface CoverJob {
  readonly coversFolder: string
  readonly workId: string
  readonly picture: Uint8Array
  readonly origin: CoverOrigin
}

/** Throws if the bytes are not a picture that can be read to its end, and what the disk says where it cannot be stored (`isDiskFault`). */
export async function makeCover(job: CoverJob): Promise<MadeCover> {
  const version = versionOf(job.picture)
  const { image, format } = await openPicture(job.picture)
  const thumbhash = await thumbhashOf(image)
  await store(job, { version, extension: format, pictures: await resize(image) })
  return { version, thumbhash }
}

/** Finds what the picture that is there was made from; undefined if none was made here. */
export async function findOrigin(
  coversFolder: string,
  workId: string,
  version: string,
): Promise<CoverOrigin | undefined> {
  const text = await readFile(join(coversFolder, workId, version, originName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : originIn(text)
}

/** Does the same without waiting for the disk, in a tenth of the time: for the thread of a scan, which serves nobody. */
export function findOriginSync(
  coversFolder: string,
  workId: string,
  version: string,
): CoverOrigin | undefined {
  try {
    return originIn(readFileSync(join(coversFolder, workId, version, originName), 'utf8'))
  } catch {
    return undefined
  }
}

function originIn(text: string): CoverOrigin | undefined {
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

/** Returns the version of an original. */
export const versionOf = (picture: Uint8Array): string =>
  createHash('sha256').update(picture).digest('hex').slice(0, 16)

/** Stores the new origin of a cover whose file was touched and is the same. */
export async function keepOrigin(
  { coversFolder, workId, origin }: Omit<CoverJob, 'picture'>,
  version: string,
): Promise<void> {
  await writeFile(join(coversFolder, workId, version, originName), textOf(origin))
}

const originName = 'origin.txt'

async function thumbhashOf(image: Sharp): Promise<string> {
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

/** A version appears whole or not at all. */
async function store(
  { coversFolder, workId, picture, origin }: CoverJob,
  made: { version: string; extension: string; pictures: readonly { name: string; bytes: Uint8Array }[] },
): Promise<void> {
  const draft = await newDraft(coversFolder)
  try {
    await mkdir(draft)
    const files = [
      ...made.pictures,
      { name: `original.${made.extension}`, bytes: picture },
      { name: originName, bytes: textOf(origin) },
    ]
    const written = await Promise.allSettled(
      files.map(({ name, bytes }) => writeFile(join(draft, name), bytes)),
    )
    for (const one of written) if (one.status === 'rejected') throw one.reason
    const place = () => putInPlace(draft, join(coversFolder, workId), made.version)
    // A work that is removed for good while its cover is made takes its folder with it.
    await place().catch((error) => (isMissing(error) ? place() : Promise.reject(error)))
  } catch (error) {
    // A disk that is full is not filled with halves of covers.
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

async function putInPlace(draft: string, folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Tried again if a server lays an AVIF into the folder while it is being emptied.
  await rm(join(folder, version), { recursive: true, force: true, maxRetries: 3 })
  await rename(draft, join(folder, version))
}

/** Returns whether it was the disk that failed, and not the picture: no picture is to be taken for a broken one then. */
export const isDiskFault = (error: unknown): boolean => error instanceof Error && 'code' in error

const textOf = ({ path, sizeBytes, modifiedAt, changedMs }: CoverOrigin): string =>
  [path, sizeBytes, modifiedAt, ...(changedMs === undefined ? [] : [changedMs])]
    .map(encodeURIComponent)
    .join('\n')

/** No picture of a work is larger; a larger one is a way to fill the memory. */
export const maxPictureBytes = 40 * 1024 * 1024
/** Some kinds can only be read as a whole: four bytes a pixel. */
const maxPixels = 40_000_000
/** Pictures being read at a time have as many pixels together. */
const budget = createBudget(maxPixels)

export const pictureFormats = ['jpeg', 'png', 'webp', 'avif'] as const

export interface Picture {
  /** Turned as the camera says, and no larger than the largest cover needs; its pixels are read. */
  readonly image: Sharp
  readonly format: (typeof pictureFormats)[number]
}

// What was done to one picture is never needed again.
sharp.cache(false)

/** Throws if the bytes are no picture that can be read to its end. */
export async function openPicture(bytes: Uint8Array): Promise<Picture> {
  // Loaders of other kinds have had faults that a file could use: they never see it.
  if (!beginsAsPicture(bytes)) throw new Error('not a picture')
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  const { format, compression, width, height } = await image.metadata()
  // AVIF has this name by its container.
  const named = format === 'heif' && compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === named)
  if (!known) throw new Error(`not a picture: ${format}`)
  return { image: await budget.spend(width * height, () => readPixels(image)), format: known }
}

/** The brands of the container in which AVIF may lie. */
const brands: ReadonlySet<string> = new Set(
  ['avif', 'avis', 'mif1', 'miaf', 'msf1'].map((brand) => `ftyp${brand}`),
)

/** Returns whether the bytes are JPEG, PNG, WebP or AVIF. */
function beginsAsPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u00ff\u00d8\u00ff') || start.startsWith('\u0089PNG')) return true
  return (start.startsWith('RIFF') && start.endsWith('WEBP')) || brands.has(start.slice(4))
}

const largest = Math.max(...coverSizes)

/** Reads the pixels once for all sizes. The picture is turned before anything is made smaller. */
async function readPixels(image: Sharp): Promise<Sharp> {
  const { data, info } = await image
    .autoOrient()
    .resize({ ...shapeOf(largest), fit: 'outside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

/** Four wide and three high. */
const shapeOf = (width: number) => ({ width, height: (width * 3) / 4 })

/** Cuts off what does not fit the shape. Leaves `image` as it is. */
export const fitCover = (image: Sharp, width: number): Sharp =>
  image.clone().resize({ ...shapeOf(width), fit: 'cover' })
