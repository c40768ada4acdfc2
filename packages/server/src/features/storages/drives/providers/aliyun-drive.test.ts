import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-given.ts'
import { type OpenedFake, openFakeDrive } from '../testing/drive-given.ts'
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
  server.setTrouble({ is: 'status', status: 429, headers, body: '{"code":"TooManyRequests"}' })
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
  server.setTrouble({ is: 'status', status, body: JSON.stringify({ code }) })
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})

test('a fifth listing in a second is refused by it, and so by us', async () => {
  const { storage, server } = opened
  server.providers.aliyun_drive.countLists()
  const listings = Promise.all(Array.from({ length: 6 }, () => storage.list('')))
  await expect(listings).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 1_000 })
  expect(aliyunDrive.facts.pace.list).toBeLessThan(4)
})
