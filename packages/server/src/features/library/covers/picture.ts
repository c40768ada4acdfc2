/** Reads a picture that somebody else made, within a budget of memory, and cuts it to the shape of a cover. */
import { coverSizes } from '@koedana/contract/values.ts'
import sharp, { type Sharp } from 'sharp'
import { createBudget } from './budget.ts'

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

// What was done to one picture is never asked for again.
sharp.cache(false)

/** Throws where the bytes are no picture that can be read to its end. */
export async function openPicture(bytes: Uint8Array): Promise<Picture> {
  // Loaders of other kinds have had faults that a file could use: they never see it.
  if (!beginsAsPicture(bytes)) throw new Error('not a picture')
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  const { format, compression, width, height } = await image.metadata()
  // What AVIF is called by its container.
  const named = format === 'heif' && compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === named)
  if (!known) throw new Error(`not a picture: ${format}`)
  return { image: await budget.spend(width * height, () => readPixels(image)), format: known }
}

/** Of the container, where AVIF may lie in it. */
const brands: ReadonlySet<string> = new Set(
  ['avif', 'avis', 'mif1', 'miaf', 'msf1'].map((brand) => `ftyp${brand}`),
)

/** As JPEG, PNG, WebP or AVIF. */
function beginsAsPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u00ff\u00d8\u00ff') || start.startsWith('\u0089PNG')) return true
  return (start.startsWith('RIFF') && start.endsWith('WEBP')) || brands.has(start.slice(4))
}

const largest = Math.max(...coverSizes)

/** Once for all sizes. Turned before anything is made smaller. */
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

/** What does not fit the shape is cut off. Leaves `image` as it is. */
export const fitCover = (image: Sharp, width: number): Sharp =>
  image.clone().resize({ ...shapeOf(width), fit: 'cover' })
