/** Conformance tests that every storage implementation must pass, each on its own empty folder. */
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fails, offers, staysInside } from './conformance-faults.ts'
import { faultOf, listAll, refOf, type StorageUnderTest } from './storage-under-test.ts'

export function storageConforms(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} as a storage`, () => {
    let given: StorageUnderTest
    beforeEach(async () => {
      given = await open()
    })
    afterEach(() => given.close())
    lists(() => given)
    reads(() => given)
    staysInside(() => given)
    fails(() => given)
    offers(() => given)
  })
}

const names = ['雨の夜.wav', '-rf', 'line\nbreak', 'a\'b"c;', 'が', 'か\u3099', '🎧.flac', ' spaced ']

function lists(given: () => StorageUnderTest): void {
  test('lists what lies in a folder, each once and under its own name, and not what lies deeper', async () => {
    const { storage, put, nameOf = (name: string) => name } = given()
    for (const name of names) await put(name, name)
    await put('folder/deeper/1.wav', 'x')
    const entries = await listAll(storage)
    expect(entries.map((entry) => entry.name).sort()).toEqual([...names.map(nameOf), 'folder'].sort())
    expect(entries.filter(({ kind }) => kind === 'folder').map((entry) => entry.name)).toEqual(['folder'])
    expect(new Set(entries.map(({ ref }) => ref)).size).toBe(entries.length)
    expect((await listAll(storage, await refOf(storage, 'folder'))).map((entry) => entry.name)).toEqual([
      'deeper',
    ])
  })

  test('lists an empty root, and more than a page holds', async () => {
    const { storage, put } = given()
    expect(await listAll(storage)).toEqual([])
    const many = Array.from({ length: 120 }, (_, at) => `${at}.wav`)
    for (const name of many) await put(name, name)
    expect((await listAll(storage)).map((entry) => entry.name).sort()).toEqual(many.sort())
  })

  test('says of a file how long it is, when it changed and that it is one, as its listing does', async () => {
    const { storage, put } = given()
    await put('a/1.wav', 'twelve bytes')
    const ref = await refOf(storage, 'a/1.wav')
    const seen = await storage.stat(ref)
    expect(seen).toMatchObject({ ref, kind: 'file', facts: { sizeBytes: 12 } })
    expect(new Date(seen.facts.modifiedAt).toISOString()).toBe(seen.facts.modifiedAt)
    expect(await storage.stat(await refOf(storage, 'a'))).toMatchObject({ kind: 'folder' })
    const [entry] = await listAll(storage, await refOf(storage, 'a'))
    expect(entry?.facts).toEqual(storage.capabilities.listsFacts ? seen.facts : undefined)
  })
}

function reads(given: () => StorageUnderTest): void {
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) % 256))

  test('gives a file whole and by ranges, at once and as a stream, all of the same bytes', async () => {
    const { storage, put } = given()
    await put('1.wav', bytes)
    const file = await storage.open(await refOf(storage, '1.wav'))
    expect(file.sizeBytes).toBe(bytes.length)
    expect(file.etag).toMatch(/^"[^"]+"$/)
    for (const [start, end] of [
      [0, bytes.length - 1],
      [0, 0],
      [bytes.length - 1, bytes.length - 1],
      [262_143, 262_144],
      [1_000, 530_000],
    ] as const) {
      const wanted = bytes.subarray(start, end + 1)
      expect(wanted.equals(await file.read({ start, end }))).toBe(true)
      expect(wanted.equals(await buffer(file.stream({ start, end })))).toBe(true)
    }
    await file.close()
  })

  test('a stream that nobody reads to its end can be left, and an empty file be opened', async () => {
    const { storage, put } = given()
    await put('1.wav', bytes)
    await put('2.wav', '')
    const file = await storage.open(await refOf(storage, '1.wav'))
    const stream = file.stream({ start: 0, end: bytes.length - 1 })
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.destroy()
    await file.close()
    const empty = await storage.open(await refOf(storage, '2.wav'))
    expect(empty.sizeBytes).toBe(0)
    await empty.close()
  })

  test('other bytes have another etag, and those of a file that is open are never mixed with them', async () => {
    const { storage, put } = given()
    await put('1.wav', bytes)
    const ref = await refOf(storage, '1.wav')
    const before = await storage.open(ref)
    await put('1.wav', bytes.subarray(0, 10))
    const whole = await before.read({ start: 0, end: bytes.length - 1 }).catch((error: unknown) => error)
    if (whole instanceof Uint8Array) expect(bytes.equals(whole)).toBe(true)
    else expect(whole).toMatchObject({ fault: 'damaged' })
    await before.close()
    const after = await storage.open(ref)
    expect(after.etag).not.toBe(before.etag)
    await after.close()
  })

  test('what is gone, or is no file, is not found', async () => {
    const { storage, put, remove } = given()
    await put('folder/1.wav', 'x')
    const [folder, file] = [await refOf(storage, 'folder'), await refOf(storage, 'folder/1.wav')]
    expect(await faultOf(() => storage.open(folder))).toBe('notFound')
    expect(await faultOf(() => storage.list(file))).toBe('notFound')
    await remove('folder/1.wav')
    expect(await faultOf(() => storage.open(file))).toBe('notFound')
    expect(await faultOf(() => storage.stat(file))).toBe('notFound')
  })
}
