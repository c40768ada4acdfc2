/** A quiet landscape in the size and format requested. */
import sharp from 'sharp'
import { drawCover, type Scene } from '../../demo/scenery.ts'

export type Size = readonly [width: number, height: number]

const scenes = [
  'hills',
  'stars',
  'sea',
  'rain',
  'snow',
  'trees',
  'window',
  'lanterns',
] as const satisfies Scene[]

export function drawPicture(scene: number, [width, height]: Size, format: 'jpeg' | 'webp'): Promise<Buffer> {
  const drawing = drawCover(scenes[scene % scenes.length] ?? 'hills', `market ${scene}`)
  const sized = sharp(Buffer.from(drawing)).resize(width, height, { fit: 'cover' })
  return (format === 'jpeg' ? sized.jpeg({ quality: 70 }) : sized.webp({ quality: 70 })).toBuffer()
}
