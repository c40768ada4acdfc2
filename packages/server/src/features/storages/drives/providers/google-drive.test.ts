import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-given.ts'
import { type OpenedFake, openFakeDrive } from '../testing/drive-given.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('google_drive')
})
afterEach(() => opened.given.close())

test('shortcuts are what they lead to; one to a folder above is no folder, one to nothing is no file', async () => {
  const { server, storage, given } = opened
  const { addShortcut } = server.providers.google_drive
  await given.put('a/1.wav', 'one')
  await given.put('b/2.wav', 'two')
  addShortcut('a', 'to a file', 'b/2.wav')
  addShortcut('a', 'to a folder', 'b')
  addShortcut('a', 'to itself', 'a')
  addShortcut('a', 'to nothing', 'nowhere')
  const kinds = (await listAll(storage, 'a')).map(({ name, kind }) => `${name}: ${kind}`)
  expect(kinds).toEqual([
    '1.wav: file',
    'to a file: file',
    'to a folder: folder',
    'to itself: special',
    'to nothing: special',
  ])
  expect((await listAll(storage, 'a/to a folder')).map(({ name }) => name)).toEqual(['2.wav'])
  const file = await storage.open('a/to a file')
  expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('two')
  expect(await faultOf(() => storage.open('a/to nothing'))).toBe('forbidden')
})

test.each([
  ['userRateLimitExceeded', 'rateLimited'],
  ['downloadQuotaExceeded', 'rateLimited'],
  ['insufficientFilePermissions', 'forbidden'],
  ['accessNotConfigured', 'forbidden'],
])('403 for %s is %s', async (reason, fault) => {
  const { server, storage } = opened
  const body = JSON.stringify({ error: { code: 403, errors: [{ reason }] } })
  server.setTrouble({ is: 'status', status: 403, headers: { 'content-type': 'application/json' }, body })
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})
