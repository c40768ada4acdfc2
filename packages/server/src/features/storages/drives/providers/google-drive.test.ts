import { fakeSharedDrive } from '@koedana/fakes/drives/google-drive.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListedNode } from '../../storage.ts'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

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
  server.setTrouble({ type: 'status', status: 403, headers: { 'content-type': 'application/json' }, body })
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})

test('a shared drive is followed by its own change log', async () => {
  const shared = await openFakeDrive('google_drive', { folder: fakeSharedDrive })
  try {
    const { storage, server } = shared
    const drive = server.providers.google_drive.shared
    drive.put('a/1.wav', 'one')
    const { cursor = '' } = (await storage.changes?.()) ?? {}
    const folder = (await shared.list(fakeSharedDrive)).nodes[0]?.ref ?? ''
    drive.put('a/2.wav', 'two')
    const page = await storage.changes?.(cursor)
    expect(page?.folders).toContain(folder)
    expect(page?.cursor).toMatch(new RegExp(`^${fakeSharedDrive} `))
    const file = await storage.open('a/2.wav')
    expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('two')
  } finally {
    await shared.given.close()
  }
})

test('a folder of a shared drive behind a shortcut is not taken from what was kept', async () => {
  const { server, storage, given } = opened
  const { shared, addShortcut } = server.providers.google_drive
  shared.put('theirs/1.wav', 'one')
  await given.put('mine/2.wav', 'two')
  addShortcut('mine', 'to theirs', 'theirs')
  const { cursor = '' } = (await storage.changes?.()) ?? {}
  const kept = new Map<string, readonly ListedNode[]>()
  const listings = {
    cursor,
    find: async (folder: string) => kept.get(folder),
    save: async (folder: string, nodes: readonly ListedNode[]) => void kept.set(folder, nodes),
  }
  const names = async () => {
    const over = storage.over?.(listings)
    return over && (await listAll(over, 'mine/to theirs')).map(({ name }) => name)
  }
  expect(await names()).toEqual(['1.wav'])
  shared.put('theirs/3.wav', 'three')
  expect(await names()).toEqual(['1.wav', '3.wav'])
  expect(kept.size).toBeGreaterThan(0)
})
