import sharp from 'sharp'
import { expect, test } from 'vitest'
import { largePicture } from '../testing/large-picture.ts'
import { fitCover, openPicture } from './make-cover.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#484' } })

test('a large picture is read once, and no more of it is kept than the largest cover needs', async () => {
  const bytes = await plain(4_000, 5_000).jpeg().toBuffer()
  const { image, format } = await openPicture(bytes)
  const kept = await image.png().toBuffer({ resolveWithObject: true })
  expect([format, kept.info.width, kept.info.height]).toEqual(['jpeg', 960, 1_200])
  const cover = await fitCover(image, 480).webp().toBuffer({ resolveWithObject: true })
  expect([cover.info.width, cover.info.height]).toEqual([480, 360])
})

test('one that a camera turned is turned; a small one stays as it is', async () => {
  const bytes = await plain(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { image } = await openPicture(bytes)
  const { info } = await image.png().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([100, 200])
})

test('one of more than forty million pixels is refused by its head', async () => {
  const bytes = await plain(6_400, 6_400).png({ compressionLevel: 9 }).toBuffer()
  await expect(openPicture(bytes)).rejects.toThrow('exceeds pixel limit')
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
/** Two pixels, as small as the format allows. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

test.each([
  ['SVG', svg],
  ['GIF', gif],
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('hello')],
])('%s is no cover, and no loader sees it', async (_, bytes) => {
  await expect(openPicture(bytes)).rejects.toThrow()
})

test('many large ones at once come out whole', async () => {
  const bytes = await largePicture(5_000)
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPicture(bytes)))
  expect(opened.map(({ format }) => format)).toEqual(['jpeg', 'jpeg', 'jpeg', 'jpeg'])
})
