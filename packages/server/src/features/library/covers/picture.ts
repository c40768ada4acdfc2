/** Reads a picture that somebody else made, and cuts it to the shape of a cover. */
import sharp, { type Sharp } from 'sharp'

/** No picture of a work is larger; a larger one is a way to fill the memory. */
export const maxPictureBytes = 40 * 1024 * 1024
const maxPixels = 60_000_000

export const pictureFormats = ['jpeg', 'png', 'webp', 'avif'] as const

export interface Picture {
  /** Turned as the camera says. */
  readonly image: Sharp
  readonly format: (typeof pictureFormats)[number]
}

/** Throws where the bytes are no picture; one that breaks off throws only when it is used. */
export async function openPicture(bytes: Uint8Array): Promise<Picture> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const { format, compression } = await image.metadata()
  // What AVIF is called by its container.
  const named = format === 'heif' && compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === named)
  if (!known) throw new Error(`not a picture: ${format}`)
  // Turned before anything is cut.
  return { image: image.autoOrient(), format: known }
}

/** Four wide and three high; what does not fit is cut off. Leaves `image` as it is. */
export const fitCover = (image: Sharp, width: number): Sharp =>
  image.clone().resize({ width, height: (width * 3) / 4, fit: 'cover' })
