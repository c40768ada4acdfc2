/** Converts a chosen image to a JPEG small enough to upload. */

/** The base64 length of the server's limit of 700 kB. */
const maxLetters = 930_000
const maxPixels = 1600
const qualities = [0.92, 0.85, 0.75, 0.6, 0.4]

/** Returns a `data:` URL; undefined if the browser cannot decode the file as an image. */
export async function shrinkPicture(file: File): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = fitted(picture, maxPixels)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency.
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    picture.close()
    for (const quality of qualities) {
      const url = canvas.toDataURL('image/jpeg', quality)
      if (base64Of(url).length <= maxLetters) return url
    }
    return undefined
  } catch {
    return undefined
  }
}

export const base64Of = (url: string): string => url.slice(url.indexOf(',') + 1)

interface Size {
  readonly width: number
  readonly height: number
}

/** Never enlarges the image, and keeps each side at least one pixel. */
function fitted({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
