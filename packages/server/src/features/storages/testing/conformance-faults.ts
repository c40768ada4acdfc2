/** Conformance tests of path safety, faults, and optional capabilities of storages. */
import { expect, test } from 'vitest'
import { StorageError } from '../storage.ts'
import { faultOf, listAll, refOf, type StorageUnderTest } from './storage-under-test.ts'

const hostile = [
  '..',
  '../outside',
  'a/../../outside',
  '/etc/passwd',
  './a',
  'a//b',
  'a/.',
  'a\0b',
  '../root-sibling/secret',
  '%2e%2e/outside',
  '..\\outside',
]

export function staysInside(given: () => StorageUnderTest): void {
  test.each(hostile)('%j leads to nothing', async (ref) => {
    const { storage, put } = given()
    await put('a/1.wav', 'x')
    for (const send of [() => storage.list(ref), () => storage.stat(ref), () => storage.open(ref)]) {
      expect(await faultOf(send)).toMatch(/^(?:forbidden|notFound)$/)
    }
    const link = await storage.link(ref).catch((error: unknown) => error)
    if (link !== undefined) expect(link).toBeInstanceOf(StorageError)
  })

  test('what leads out of the root is reported in the listing and never read', async () => {
    const { storage, put, putLinkOutside } = given()
    await put('work/1.wav', 'x')
    if (!putLinkOutside) return
    await putLinkOutside('work/secret.wav')
    const ref = await refOf(storage, 'work/secret.wav')
    expect(await faultOf(() => storage.stat(ref))).toBe('forbidden')
    expect(await faultOf(() => storage.open(ref))).toBe('forbidden')
    const kinds = (await listAll(storage, await refOf(storage, 'work'))).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['file', 'link'])
  })
}

export function fails(given: () => StorageUnderTest): void {
  test('every fault says so of every call, names nothing, and is over when it is over', async () => {
    const { storage, put, failWith, faults } = given()
    await put('private/1.wav', 'x')
    const [folder, file] = [await refOf(storage, 'private'), await refOf(storage, 'private/1.wav')]
    const calls = [() => storage.list(folder), () => storage.stat(file), () => storage.open(file)]
    for (const fault of faults) {
      await failWith(fault)
      for (const call of calls) expect(await faultOf(call)).toBe(fault)
      const error = await Promise.resolve()
        .then(() => storage.stat(file))
        .catch((cause: unknown) => cause)
      expect(String(error)).not.toContain('private')
      if (error instanceof StorageError && fault === 'rateLimited')
        expect(error.retryAfterMs).toBeGreaterThan(0)
      expect((await storage.health()).state).toBe(fault)
      await failWith()
      expect(await storage.stat(file)).toMatchObject({ kind: 'file' })
      expect((await storage.health()).state).toBe('available')
    }
  })
}

export function offers(given: () => StorageUnderTest): void {
  test('gives links that last as long as they say, where it says that it gives some', async () => {
    const { storage, put, follow, passTime } = given()
    await put('1.wav', 'the sound')
    const ref = await refOf(storage, '1.wav')
    const link = await storage.link(ref)
    expect(link !== undefined).toBe(storage.capabilities.links !== 'none')
    if (!link || !follow) return
    // A link without headers may still be only for this server: some are bound to the IP address that requested them.
    if (Object.keys(link.headers).length > 0) expect(storage.capabilities.links).toBe('proxy')
    expect(Buffer.from(await follow(link)).toString()).toBe('the sound')
    if (!Number.isFinite(link.expiresAt)) return
    passTime?.(24 * 60 * 60 * 1000)
    await expect(follow(link)).rejects.toThrow()
    const again = await storage.link(ref)
    expect(Buffer.from(await follow(again ?? link)).toString()).toBe('the sound')
  })

  test('tells what changed since a cursor, where it says that it does', async () => {
    const { storage, put, remove } = given()
    expect(storage.changes !== undefined).toBe(storage.capabilities.hasChanges)
    if (!storage.changes) return
    await put('a/1.wav', 'x')
    const { cursor, touched: none } = await storage.changes()
    expect(none).toEqual([])
    await put('a/2.wav', 'y')
    await remove('a/1.wav')
    const { touched, isReset } = await storage.changes(cursor)
    expect(isReset).toBe(false)
    expect(touched.length).toBeGreaterThanOrEqual(2)
  })
}
