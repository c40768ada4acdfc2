import { expect, test } from 'vitest'
import { storageConforms } from './conformance.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { listAll } from './storage-under-test.ts'

storageConforms('what a drive is like', async () => ({
  ...createMemoryStorage(),
  faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
  close: () => {},
}))

test('ids beyond 2^53 are distinguished', async () => {
  const { storage, put } = createMemoryStorage()
  put('1.wav', 'one')
  put('2.wav', 'two')
  const refs = (await listAll(storage)).map(({ ref }) => ref)
  expect(new Set(refs.map(Number)).size).toBe(1)
  const sizes = await Promise.all(refs.map(async (ref) => (await storage.open(ref)).etag))
  expect(new Set(sizes).size).toBe(2)
})

test('a name that would lead elsewhere as part of a path is reported as no name', async () => {
  const { storage, put } = createMemoryStorage()
  put('..', 'x')
  put('a\0b', 'x')
  put('plain', 'x')
  expect((await listAll(storage)).map(({ name, kind }) => [name, kind])).toEqual([
    ['..', 'invalidName'],
    ['a\0b', 'invalidName'],
    ['plain', 'file'],
  ])
})
