/** Draws JPEG pictures of works on request; the bytes differ for each work. */
import sharp from 'sharp'
import { drawCover, type Scene } from '../../demo/scenery.ts'
import { type FakeRequest, type FakeResponse, notFound } from '../http/exchange.ts'
import { imagePath, resizedPath } from '../responses/files.ts'
import type { MarketWork } from '../world/market-work.ts'
import { canonical } from '../world/numbering.ts'

/** Drawing is slow, so works share scenes. */
const sceneCount = 24

const sizes: Readonly<Record<string, Size>> = {
  main: [560, 420],
  sam: [100, 100],
  'sam@2x': [200, 200],
  'sam@3x': [300, 300],
  sam_mini: [65, 65],
  '240x240': [240, 240],
  '360x360': [360, 360],
}

export function createPictures(): (request: FakeRequest) => Promise<FakeResponse> {
  const drawn = new Map<string, Promise<Buffer>>()
  return async ({ path, context }) => {
    if (/^\/images\/web\/.*no_img_\w+\.gif$/.test(path)) return picture(placeholder, 'image/gif')
    const requested = /\/((?:RJ|BJ)\d+)(?:_ana)?_img_(?:main_(\d+x\d+)\.(jpg|webp)|([\w@]+)\.jpg)$/.exec(path)
    const id = canonical(requested?.[1] ?? '')
    const work = id === undefined ? undefined : context.market.find(id)
    const size = sizes[requested?.[2] ?? requested?.[4] ?? '']
    if (!requested || !work || !size || !isItsPath(work, path) || work.image === 'missing') return notFound()
    if (work.image === 'placeholder') return notFound()
    if (work.image === 'resizedOnly' && !path.startsWith('/resize/')) return notFound()
    if (work.image === 'forbidden') return { ...notFound(), status: 403 }
    const format = requested[3] === 'webp' ? 'webp' : 'jpeg'
    const key = `${work.index % sceneCount} ${size.join('x')} ${format}`
    const image = drawn.get(key) ?? drawPicture(work.index % sceneCount, size, format)
    drawn.set(key, image)
    return picture(format === 'jpeg' ? signed(await image, work.id) : await image, `image/${format}`)
  }
}

/** Checks the folder of the path, and that announced works use the folder for announcements. */
const isItsPath = (work: MarketWork, path: string): boolean =>
  path.startsWith(`/${folderOf(imagePath(work, 'main'))}`) ||
  path.startsWith(`/${folderOf(resizedPath(work))}`)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const picture = (body: Buffer, type: string): FakeResponse => ({
  status: 200,
  body,
  headers: { 'content-type': type },
})

/** A transparent pixel. */
const placeholder = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Adds a JPEG comment: the picture stays the same, its bytes differ. */
function signed(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment, 'latin1')
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}

/** Draws a landscape of this size. */
type Size = readonly [width: number, height: number]

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

function drawPicture(scene: number, [width, height]: Size, format: 'jpeg' | 'webp'): Promise<Buffer> {
  const drawing = drawCover(scenes[scene % scenes.length] ?? 'hills', `market ${scene}`)
  const sized = sharp(Buffer.from(drawing)).resize(width, height, { fit: 'cover' })
  return (format === 'jpeg' ? sized.jpeg({ quality: 70 }) : sized.webp({ quality: 70 })).toBuffer()
}
