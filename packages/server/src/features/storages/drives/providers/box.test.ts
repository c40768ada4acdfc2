import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAll } from '../../testing/storage-given.ts'
import { type OpenedFake, openFakeDrive } from '../testing/drive-given.ts'

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
    is: 'status',
    status: 202,
    when: (request) => isFirst(request.path) && count++ === 0,
  })
  const file = await storage.open('1.wav')
  expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
  expect(count).toBe(2)
})
