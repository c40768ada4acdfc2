import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { largePicture } from '../testing/large-picture.ts'
import { draftsFolder } from './drafts.ts'
import { fitCover, makeCover, openPicture } from './make-cover.ts'

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

/** Runs in its own process with a file size limit, which fails like a full disk. */
const makeBounded = `
  import { readFileSync } from 'node:fs'
  import { isDiskFault, makeCover } from '${new URL('./make-cover.ts', import.meta.url).href}'
  const [, coversFolder, file] = process.argv
  const origin = { path: 'edit:', sizeBytes: 1, modifiedAt: '' }
  const job = { coversFolder, workId: 'RJ90000001', picture: readFileSync(file), origin }
  const fault = await makeCover(job).catch((error) => error)
  console.log(fault.code, isDiskFault(fault))
`

test.skipIf(process.platform === 'win32')(
  'where the disk takes no more, that is the fault of the disk, and no half of a cover stays on it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'koedana-cover-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [covers, file] = [join(folder, 'covers'), join(folder, 'noise.png')]
    const raw = { width: 200, height: 150, channels: 3 as const }
    writeFileSync(
      file,
      await sharp(randomBytes(200 * 150 * 3), { raw })
        .png()
        .toBuffer(),
    )
    const args = [process.execPath, '--input-type=module', '-e', makeBounded, covers, file]
    const said = execFileSync('/bin/sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...args], {
      encoding: 'utf8',
    })
    expect(said).toBe('EFBIG true\n')
    expect(readdirSync(covers, { recursive: true })).toEqual(['.drafts'])
  },
)

test('what a process left of covers that was killed goes with the next cover, and what is being made stays', async () => {
  const covers = mkdtempSync(join(tmpdir(), 'koedana-cover-'))
  onTestFinished(() => rmSync(covers, { recursive: true }))
  const drafts = draftsFolder(covers)
  for (const name of ['left', 'fresh']) mkdirSync(join(drafts, name), { recursive: true })
  writeFileSync(join(drafts, 'left.avif'), 'half of a picture')
  const before = new Date(Date.now() - 86_400_000)
  for (const name of ['left', 'left.avif']) utimesSync(join(drafts, name), before, before)
  const picture = await plain(80, 60).jpeg().toBuffer()
  const origin = { path: 'edit:', sizeBytes: picture.length, modifiedAt: before.toISOString() }
  const { version } = await makeCover({ coversFolder: covers, workId: 'RJ90000001', picture, origin })
  expect(readdirSync(drafts)).toEqual(['fresh'])
  expect(readdirSync(join(covers, 'RJ90000001', version))).toContain('original.jpeg')
})
