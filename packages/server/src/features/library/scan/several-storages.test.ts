import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'
import { scanStorage } from './scan-storage.ts'

let second: string
beforeEach(() => {
  second = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-second-')))
})
afterEach(() => rmSync(second, { recursive: true }))

const putSecond = (path: string, bytes: Uint8Array) => {
  mkdirSync(dirname(join(second, path)), { recursive: true })
  writeFileSync(join(second, path), bytes)
}

eachLibrary((given) => {
  const scanSecond = () =>
    scanStorage({
      database: given().database,
      root: second,
      unknownAge: 'all',
      coversFolder: given().coversFolder,
      now: () => new Date('2026-11-20T12:00:00.000Z'),
      report: () => {},
    })
  const here = async () =>
    (await given().database.read.selectFrom('track').selectAll().orderBy('position').execute())
      .filter(({ missing_at }) => missing_at === null)
      .map(({ path, storage_key }) => [storage_key, path])

  test('a work in two storages is one work, in the order of the storages', async () => {
    const library = given()
    library.put('RJ334212 rain/disc 1/1.wav', sound('a'))
    library.put('RJ334212 rain/disc 1/2.wav', sound('b'))
    await library.scan()
    putSecond('RJ334212 rain bonus/0.wav', sound('c'))
    expect(await scanSecond()).toMatchObject({
      works: { found: 1, added: 0 },
      tracks: { added: 1 },
      faults: [],
    })
    const [first] = await here()
    const [one, two] = [first?.[0], Number(first?.[0]) + 1]
    const whole = [
      [one, 'RJ334212 rain/disc 1/1.wav'],
      [one, 'RJ334212 rain/disc 1/2.wav'],
      [two, 'RJ334212 rain bonus/0.wav'],
    ]
    expect(await here()).toEqual(whole)
    expect(await library.scan()).toMatchObject({ tracks: { unchanged: 2, missing: 0 }, faults: [] })
    expect(await scanSecond()).toMatchObject({ tracks: { unchanged: 1 }, faults: [] })
    expect(await here()).toEqual(whole)
    expect((await library.works()).map(({ duration_seconds }) => duration_seconds)).toEqual([1])
  })

  test.each([
    ['a work of the marketplace', 'RJ334212 rain', 'RJ334212'],
    ['an own work', 'rain without id', undefined],
  ])('files of %s that move to another storage stay the files that they were', async (_, folder, id) => {
    const library = given()
    for (const name of ['1', '2']) library.put(`${folder}/${name}.wav`, sound(name))
    library.put('RJ334299/stays.wav', sound('stays'))
    await library.scan()
    const before = await library.tracks()
    rmSync(join(library.root, folder), { recursive: true })
    for (const name of ['1', '2']) putSecond(`shelf/${folder}/${name}.wav`, sound(name))
    expect(await library.scan({ acceptsLoss: true })).toMatchObject({ tracks: { missing: 2 } })
    expect(await scanSecond()).toMatchObject({ works: { added: 0 }, tracks: { moved: 2, added: 0 } })
    const after = await library.tracks()
    const facts = (rows: typeof before) =>
      rows.map(({ id: fileId, work_key, title }) => [fileId, work_key, title]).sort()
    expect(facts(after)).toEqual(facts(before))
    expect(after.every(({ missing_at }) => missing_at === null)).toBe(true)
    expect(new Set(after.map(({ storage_key }) => storage_key)).size).toBe(2)
    expect((await library.works()).filter((work) => id === undefined || work.id === id)).not.toHaveLength(0)
    expect(await library.works()).toHaveLength(2)
    expect(await library.scan()).toMatchObject({ tracks: { found: 1, missing: 0 } })
    expect(await scanSecond()).toMatchObject({ tracks: { unchanged: 2, moved: 0 } })
  })

  test('the storage that is scanned first takes them over with the scan after', async () => {
    const library = given()
    library.put('RJ334299/stays.wav', sound('stays'))
    await library.scan()
    putSecond('RJ334212/1.wav', sound('a'))
    await scanSecond()
    const id = (await library.tracks()).find(({ path }) => path === 'RJ334212/1.wav')?.id
    rmSync(join(second, 'RJ334212'), { recursive: true })
    putSecond('RJ334298/other.wav', sound('b'))
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    expect(await scanSecond()).toMatchObject({ tracks: { missing: 1 } })
    expect(await library.scan()).toMatchObject({ tracks: { moved: 1 } })
    expect((await library.tracks()).find(({ path }) => path === 'RJ334212/1.wav')).toMatchObject({
      id,
      missing_at: null,
    })
  })

  test('what is there twice is heard once, and from the other storage when the first has lost it', async () => {
    const library = given()
    library.put('RJ334212/with effects/1.wav', sound('a', 1))
    await library.scan()
    putSecond('RJ334212/1.wav', sound('a', 1))
    // Same length as the first file, but other audio.
    putSecond('RJ334212/without effects/1.wav', sound('b', 1))
    for (const _ of ['once', 'again'])
      expect((await scanSecond()).faults).toEqual([{ path: 'RJ334212/1.wav', reason: 'copy' }])
    expect((await here()).map(([, path]) => path)).toEqual([
      'RJ334212/with effects/1.wav',
      'RJ334212/without effects/1.wav',
    ])
    rmSync(join(library.root, 'RJ334212'), { recursive: true })
    await library.scan({ acceptsLoss: true })
    await scanSecond()
    expect((await here()).map(([, path]) => path)).toEqual([
      'RJ334212/1.wav',
      'RJ334212/without effects/1.wav',
    ])
  })
})
