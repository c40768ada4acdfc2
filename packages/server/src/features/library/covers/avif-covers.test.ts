import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { shortOfSpace } from '../../../lib/testing/short-of-space.ts'
import { visitor } from '../../../testing/visitor.ts'
import { picture } from '../testing/library.ts'
import { type AvifQueue, createAvifQueue } from './avif-queue.ts'
import { getCoverHandler } from './covers.api.ts'
import { makeCover } from './make-cover.ts'

const workId = 'RJ334212'
const forToday = 'private, max-age=86400'
const forEver = 'private, max-age=31536000, immutable'

let coversFolder: string
let avifQueue: AvifQueue
let version: string

beforeEach(async () => {
  coversFolder = mkdtempSync(join(tmpdir(), 'koedana-covers-'))
  avifQueue = createAvifQueue(createLog('silent'))
  version = await make()
})

afterEach(async () => {
  await avifQueue.close()
  rmSync(coversFolder, { recursive: true })
})

const make = async () => {
  const origin = { path: 'import:a.jpg', sizeBytes: 1, modifiedAt: '2026-11-20T12:00:00.000Z' }
  return (await makeCover({ coversFolder, workId, picture: await picture('#336'), origin })).version
}

const folder = () => join(coversFolder, workId, version)
const names = () => readdirSync(folder())

const sources = () => ({
  readCover: () => 'all' as const,
  findAge: async () => 'all' as const,
  coversFolder,
  avifQueue,
})

const get = async (headers: Record<string, string>, size = '240') => {
  const response = await getCoverHandler(sources())(
    { params: { workId, size, version }, query: { s: 'signed' }, body: undefined },
    { method: 'GET', headers, locale: 'en-US', ...visitor },
  )
  if (!response || !('headers' in response)) throw new Error('no bytes')
  return response
}

const asBrowser = { accept: 'image/avif,image/webp,*/*;q=0.8' }
const send = (type: string, keep: string) => ({
  status: 200,
  headers: { 'content-type': `image/${type}`, 'cache-control': keep, vary: 'accept' },
})
const untilMade = (name: string) => vi.waitFor(() => expect(names()).toContain(name), { timeout: 20_000 })

test('a browser that accepts AVIF gets the WebP for a day, and the AVIF once it is made', async () => {
  expect(await get(asBrowser, '480')).toMatchObject(send('webp', forToday))
  await untilMade('480.avif')
  const response = await get(asBrowser, '480')
  expect(response).toMatchObject(send('avif', forEver))
  if (!(response.body instanceof Uint8Array)) throw new Error('no bytes')
  expect(await sharp(response.body).metadata()).toMatchObject({
    format: 'heif',
    compression: 'av1',
    width: 480,
    height: 360,
  })
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
})

test('a browser that does not accept AVIF gets the WebP, and nothing is made for it', async () => {
  expect(await get({})).toMatchObject(send('webp', forEver))
  await avifQueue.close()
  expect(names()).not.toContain('240.avif')
})

test('where there is no room none is made, which is no failure of the cover', async () => {
  const shortages = [shortOfSpace]
  const queue = createAvifQueue(createLog('silent'), async () => shortages.shift())
  queue.add({ folder: folder(), width: 480 })
  queue.add({ folder: folder(), width: 240 })
  await untilMade('240.avif')
  expect(names()).not.toContain('480.avif')
  await queue.close()
})

test('an AVIF that is there goes to no browser that does not name it', async () => {
  await get(asBrowser)
  await untilMade('240.avif')
  expect(await get({ accept: 'image/webp,*/*' })).toMatchObject(send('webp', forEver))
})

test('each picture has its own tag: a browser with the WebP is given the AVIF when there is one', async () => {
  const webp = { ...asBrowser, 'if-none-match': (await get(asBrowser)).headers.etag ?? '' }
  await untilMade('240.avif')
  const response = await get(webp)
  expect(response).toMatchObject(send('avif', forEver))
  expect(await get({ ...asBrowser, 'if-none-match': response.headers.etag ?? '' })).toMatchObject({
    status: 304,
    headers: { vary: 'accept', etag: `"${version}-240-avif"` },
  })
  expect(await get({ 'if-none-match': webp['if-none-match'] })).toMatchObject({
    status: 304,
    headers: { vary: 'accept', 'cache-control': forEver },
  })
})

test('an original that breaks leaves the WebP, is not tried again, and stops no other', async () => {
  const original = join(folder(), 'original.jpeg')
  writeFileSync(original, 'no picture')
  expect(await get(asBrowser)).toMatchObject(send('webp', forToday))
  const whole = await other()
  await vi.waitFor(() => expect(readdirSync(whole)).toContain('240.avif'), { timeout: 20_000 })
  writeFileSync(original, await picture('#336'))
  expect(await get(asBrowser)).toMatchObject(send('webp', forToday))
  await avifQueue.close()
  expect(names()).not.toContain('240.avif')
})

const other = async () => {
  const origin = { path: 'import:b.jpg', sizeBytes: 1, modifiedAt: '2026-11-20T12:00:00.000Z' }
  const made = await makeCover({ coversFolder, workId, picture: await picture('#633'), origin })
  const at = join(coversFolder, workId, made.version)
  avifQueue.add({ folder: at, width: 240 })
  return at
}

test('a cover that is gone is no failure: made anew, it has its AVIF', async () => {
  avifQueue.add({ folder: folder(), width: 240 })
  rmSync(folder(), { recursive: true })
  const later = await other()
  await vi.waitFor(() => expect(readdirSync(later)).toContain('240.avif'), { timeout: 20_000 })
  expect(await make()).toBe(version)
  await get(asBrowser)
  await untilMade('240.avif')
})

test('closing ends with the one being made, drops what waits and takes nothing more', async () => {
  avifQueue.add({ folder: folder(), width: 240 })
  avifQueue.add({ folder: folder(), width: 480 })
  await avifQueue.close()
  avifQueue.add({ folder: folder(), width: 480 })
  await avifQueue.close()
  expect(names()).toContain('240.avif')
  expect(names()).not.toContain('480.avif')
})
