import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('onedrive')
})
afterEach(() => opened.given.close())

test('what was shared is what it is on the other drive; a notebook is no file', async () => {
  const { server, storage, given } = opened
  const { addShortcut, addNotebook } = server.providers.onedrive
  await given.put('theirs/1.wav', 'one')
  await given.put('mine/2.wav', 'two')
  addShortcut('mine', 'shared', 'theirs')
  addShortcut('mine', 'itself', 'mine')
  addNotebook('mine', 'notes')
  const kinds = (await listAll(storage, 'mine')).map(({ name, kind }) => `${name}: ${kind}`)
  expect(kinds).toEqual(['2.wav: file', 'shared: folder', 'itself: special', 'notes: special'])
  expect((await listAll(storage, 'mine/shared')).map(({ name }) => name)).toEqual(['1.wav'])
  const file = await storage.open('mine/shared/1.wav')
  expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('one')
})

test('a next page of another host gets no token', async () => {
  const { server, storage } = opened
  const body = JSON.stringify({ value: [], '@odata.nextLink': 'https://evil.example/v1.0/next' })
  server.setTrouble({ type: 'status', status: 200, headers: { 'content-type': 'application/json' }, body })
  expect(await faultOf(() => storage.list(''))).toBe('damaged')
  expect(await faultOf(() => storage.list('', 'https://evil.example/v1.0/next'))).toBe('damaged')
  expect(server.requests.filter((one) => one.includes('evil'))).toEqual([])
})

test('being made to wait is believed to the second, and with no word of how long too', async () => {
  const { server, storage } = opened
  const body = JSON.stringify({ error: { code: 'activityLimitReached' } })
  const headers = { 'content-type': 'application/json' }
  server.setTrouble({ type: 'status', status: 429, headers: { ...headers, 'retry-after': '5' }, body })
  await expect(storage.list('')).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 5_000 })
  server.setTrouble({ type: 'status', status: 429, headers, body })
  await expect(storage.list('')).rejects.toMatchObject({
    fault: 'rateLimited',
    retryAfterMs: expect.any(Number),
  })
})

test('a change is one of the folder that was listed, in whatever case its IDs come', async () => {
  const { storage, given, list, server } = opened
  await given.put('a/1.wav', 'one')
  const folder = (await list('root')).nodes[0]?.ref ?? ''
  const cursor = (await storage.changes?.())?.cursor ?? ''
  await given.put('a/2.wav', 'two')
  const page = await storage.changes?.(cursor)
  expect(page?.folders).toContain(folder)
  const added = (await list(folder)).nodes.find(({ name }) => name === '2.wav')?.ref
  expect(page?.touched).toContain(added)
  expect(server.requests.some((one) => one.includes('/delta'))).toBe(true)
})

test('IDs of a shared folder that lack their leading zero are completed', async () => {
  const { server, storage, given } = opened
  await given.put('theirs/1.wav', 'one')
  await given.put('mine/2.wav', 'two')
  server.providers.onedrive.addShortcut('mine', 'shared', 'theirs')
  expect((await listAll(storage, 'mine/shared')).map(({ name }) => name)).toEqual(['1.wav'])
})

test('a 401 that passes by itself costs no token, however often it comes; one that stays is no lost link', async () => {
  const { server, storage, given } = opened
  const { failRps, issuer } = server.providers.onedrive
  await given.put('1.wav', 'one')
  failRps(2)
  expect((await listAll(storage)).map(({ name }) => name)).toEqual(['1.wav'])
  expect(issuer.counts).toMatchObject({ refreshes: 0 })
  failRps(100)
  expect(await faultOf(() => storage.list(''))).toBe('unavailable')
})
