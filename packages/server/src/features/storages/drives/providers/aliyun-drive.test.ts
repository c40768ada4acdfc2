import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'
import { aliyunDrive } from './aliyun-drive.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('aliyun_drive')
})
afterEach(() => opened.given.close())

test('several drives of one account are folders at its top, and each is read by its own id', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  server.providers.aliyun_drive.grantBackup()
  expect((await listAll(storage)).map(({ name }) => name)).toEqual(['资源库', '备份盘'])
  expect((await listAll(storage, '备份盘')).map(({ name }) => name)).toEqual(['phone'])
  const file = await storage.open('资源库/1.wav')
  expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
})

test('it says in milliseconds how long to wait', async () => {
  const { storage, server } = opened
  const headers = { 'x-retry-after': '850', 'content-type': 'application/json' }
  server.setTrouble({ type: 'status', status: 429, headers, body: '{"code":"TooManyRequests"}' })
  const error: unknown = await Promise.resolve(storage.list('')).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ fault: 'rateLimited', retryAfterMs: 850 })
})

test.each([
  [403, 'PermissionDenied', 'revoked'],
  [403, 'ForbiddenFileInTheRecycleBin', 'notFound'],
  [403, 'ExceedCapacityForbidden', 'forbidden'],
  [400, 'NotFound.File', 'notFound'],
])('HTTP %i with %s is %s', async (status, code, fault) => {
  const { storage, server } = opened
  server.setTrouble({ type: 'status', status, body: JSON.stringify({ code }) })
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})

test('a fifth listing in a second is refused by it, and so by us', async () => {
  const { storage, server } = opened
  server.providers.aliyun_drive.countLists()
  const listings = Promise.all(Array.from({ length: 6 }, () => storage.list('')))
  await expect(listings).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 1_000 })
  expect(aliyunDrive.facts.pace.list).toBeLessThan(4)
})

test('a file without an address is forbidden, and says the reason that was given', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  server.providers.aliyun_drive.block('1.wav', 'ExceedCapacityForbidden')
  const error: unknown = await storage.link('1.wav').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ fault: 'forbidden', cause: 'no download: ExceedCapacityForbidden' })
})

test('four listeners and a scan are never refused: no more than two bodies are open at once', async () => {
  const { storage, given, server } = opened
  const { readers, holdBodies } = server.providers.aliyun_drive
  const sound = Buffer.alloc(3_000_000, 'sound')
  await given.put('1.wav', sound)
  const readAll = async () => {
    const file = await storage.open('1.wav')
    return buffer(file.stream({ start: 1, end: sound.length - 2 }))
  }
  const scan = async () => (await storage.open('1.wav')).read({ start: 5, end: 9 })
  const release = holdBodies()
  const all = Promise.all([scan(), readAll(), readAll(), readAll(), readAll()])
  while (readers.most < 2) await setTimeout(10)
  release()
  const [scanned, ...heard] = await all
  expect(Buffer.from(scanned).toString()).toBe('sound')
  for (const bytes of heard) expect(bytes.equals(sound.subarray(1, -1))).toBe(true)
  expect(readers).toMatchObject({ most: 2, refused: 0 })
})

test('listeners who pause hold up nobody', async () => {
  const { storage, given } = opened
  await given.put('1.wav', Buffer.alloc(3_000_000, 'sound'))
  const paused = await Promise.all(
    [1, 2, 3].map(async () => (await storage.open('1.wav')).stream({ start: 0, end: 2_999_999 })),
  )
  for (const stream of paused) await once(stream, 'readable')
  const file = await storage.open('1.wav')
  expect(Buffer.from(await file.read({ start: 5, end: 9 })).toString()).toBe('sound')
  for (const stream of paused) stream.destroy()
})

test('a refusal for downloads of others is waited for with the same link', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound of rain')
  const release = server.providers.aliyun_drive.holdBodies()
  const { url = '' } = (await storage.link('1.wav')) ?? {}
  const others = await Promise.all([fetch(url), fetch(url)])
  const reading = (await storage.open('1.wav')).read({ start: 4, end: 8 })
  while (server.providers.aliyun_drive.readers.refused === 0) await setTimeout(10)
  release()
  for (const one of others) await one.text()
  expect(Buffer.from(await reading).toString()).toBe('sound')
  expect(server.requests.filter((one) => one.includes('getDownloadUrl'))).toHaveLength(1)
})

test('one listener reads directly; the next one, and one during a scan, through the server', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound of rain')
  const linkFor = async (listener: string) => (await storage.link('1.wav', { listener }))?.url
  expect(await linkFor('a')).toBeTypeOf('string')
  expect(await linkFor('a')).toBeTypeOf('string')
  expect(await linkFor('b')).toBeUndefined()
  const other = await openFakeDrive('aliyun_drive')
  try {
    await other.given.put('1.wav', 'the sound of rain')
    const release = other.server.providers.aliyun_drive.holdBodies()
    const reading = (await other.storage.open('1.wav')).read({ start: 4, end: 8 })
    while (other.server.providers.aliyun_drive.readers.most === 0) await setTimeout(10)
    expect(await other.storage.link('1.wav', { listener: 'a' })).toBeUndefined()
    release()
    await reading
  } finally {
    await other.given.close()
  }
  expect(server.providers.aliyun_drive.readers.refused).toBe(0)
})
