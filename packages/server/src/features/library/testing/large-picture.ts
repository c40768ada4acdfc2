import sharp from 'sharp'

/** A square JPEG of few bytes that needs much memory. It is progressive, so it must be decoded whole. */
export const largePicture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#484' } })
    .jpeg({ progressive: true })
    .toBuffer()
