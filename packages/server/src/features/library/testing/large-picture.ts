/** A picture that takes much memory to read. */
import sharp from 'sharp'

/** A square JPEG of few bytes; progressive, so that no part of it can be had before all is read. */
export const largePicture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#484' } })
    .jpeg({ progressive: true })
    .toBuffer()
