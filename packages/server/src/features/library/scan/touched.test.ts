import { chmodSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { picture, sound } from '../testing/library.ts'

const path = 'RJ334212/1.wav'
const longAgo = new Date('2020-01-01T00:00:00.000Z')

function swap(file: string, bytes: Uint8Array): void {
  const { atime, mtime, size } = statSync(file)
  expect(bytes.length).toBe(size)
  writeFileSync(`${file}.new`, bytes)
  utimesSync(`${file}.new`, atime, mtime)
  renameSync(`${file}.new`, file)
}

eachLibrary((given) => {
  test('a file that replaced another, with its size and its time, is read', async () => {
    const library = given()
    const file = library.put(path, sound('a', 1))
    utimesSync(file, longAgo, longAgo)
    await library.scan()
    const [before] = await library.tracks()
    swap(file, sound('b', 1))
    expect(await library.scan()).toMatchObject({ tracks: { changed: 1, unchanged: 0 } })
    const [after] = await library.tracks()
    expect(after).toMatchObject({ id: before?.id, modified_at: before?.modified_at })
    expect(after?.fingerprint).not.toBe(before?.fingerprint)
    expect(await library.scan()).toMatchObject({ tracks: { changed: 0, unchanged: 1 } })
  })

  test('a file that was touched and is the same is not changed, and nobody is notified', async () => {
    const library = given()
    const file = library.put(path, sound('a', 1))
    utimesSync(file, longAgo, longAgo)
    await library.scan()
    const [before] = await library.tracks()
    const seq = await latestSeq(library.database.read)
    chmodSync(file, 0o600)
    swap(file, readFileSync(file))
    expect(await library.scan()).toMatchObject({ tracks: { changed: 0, unchanged: 1 } })
    const [after] = await library.tracks()
    expect(after).toEqual({ ...before, changed_ms: Math.round(statSync(file).ctimeMs) })
    expect(after?.changed_ms).not.toBe(before?.changed_ms)
    expect(await latestSeq(library.database.read)).toBe(seq)
  })

  test('files known from before that was kept are not read again: the next scan keeps it', async () => {
    const library = given()
    const file = library.put(path, sound('a', 1))
    await library.scan()
    await library.database.write.deleteFrom('scanned_work').execute()
    await library.database.write.updateTable('track').set({ changed_ms: null, fingerprint: 'kept' }).execute()
    expect(await library.scan()).toMatchObject({ tracks: { changed: 0, unchanged: 1 } })
    expect(await library.tracks()).toEqual([
      expect.objectContaining({ fingerprint: 'kept', changed_ms: Math.round(statSync(file).ctimeMs) }),
    ])
  })

  test('a cover that replaced another, with its size and its time, is made anew', async () => {
    const library = given()
    library.put(path, sound('a'))
    const [one, other] = [await picture('#336'), await picture('#633')]
    const length = Math.max(one.length, other.length)
    const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])
    const file = library.put('RJ334212/cover.jpg', padded(one))
    utimesSync(file, longAgo, longAgo)
    await library.scan()
    const [before] = await library.works()
    chmodSync(file, 0o600)
    expect((await library.scan()).covers).toBe(0)
    expect((await library.works())[0]).toEqual(before)
    swap(file, padded(other))
    expect((await library.scan()).covers).toBe(1)
    const [after] = await library.works()
    expect(after?.cover_version).not.toBe(before?.cover_version)
    const origin = join(library.coversFolder, 'RJ334212', after?.cover_version ?? '', 'origin.txt')
    expect(readFileSync(origin, 'utf8').split('\n')).toHaveLength(4)
  })
})
