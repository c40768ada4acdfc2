import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('box')
})
afterEach(() => opened.given.close())

test('links to pages are no files, and sizes with an exponent are sizes', async () => {
  const { storage, given } = opened
  await given.put('1.wav', Buffer.alloc(120_000, 'x'))
  const entries = await listAll(storage)
  expect(entries.map(({ name, facts }) => [name, facts?.sizeBytes])).toEqual([['1.wav', 120_000]])
})

test('a file that is not ready yet is requested once more', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  let count = 0
  const isFirst = (request: string) => request.endsWith('/content') || request.includes('/content?')
  server.setTrouble({
    type: 'status',
    status: 202,
    when: (request) => isFirst(request.path) && count++ === 0,
  })
  const file = await storage.open('1.wav')
  expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
  expect(count).toBe(2)
})

test('event positions keep all their digits, and events that come again end the feed', async () => {
  const { storage, given, server } = opened
  const { cursor = '' } = (await storage.changes?.()) ?? {}
  expect(cursor).toMatch(/^115292297625229\d{4}$/)
  await given.put('a/1.wav', 'one')
  const page = await storage.changes?.(cursor)
  expect(page).toMatchObject({ hasMore: false, cursor: expect.stringMatching(/^115292297625229\d{4}$/) })
  expect(page?.touched).toHaveLength(2)
  server.requests.length = 0
  expect(await storage.changes?.(page?.cursor)).toMatchObject({ hasMore: false })
  expect(server.requests.filter((one) => one.includes('/events'))).toHaveLength(2)
})
