import { existsSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { picture, sound } from '../testing/library.ts'

eachLibrary((given) => {
  test('a folder named with an id is that work, with all sounds below it', async () => {
    const library = given()
    library.put('circle/[月灯り工房][RJ334212]雨の図書館/01 はじまり.wav', sound('a'))
    library.put('circle/[月灯り工房][RJ334212]雨の図書館/01 はじまり.lrc', '[00:00.00]雨')
    library.put('circle/[月灯り工房][RJ334212]雨の図書館/おまけ/02 おわり.wav', sound('b'))
    const summary = await library.scan()
    expect(summary).toMatchObject({
      works: { found: 1, added: 1 },
      tracks: { found: 2, added: 2 },
      faults: [],
    })
    const [work, ...others] = await library.works()
    expect(others).toEqual([])
    expect(work).toMatchObject({
      id: 'RJ334212',
      name: '雨の図書館',
      age_category: 'all',
      in_library: 1,
      has_lyrics: 1,
      added_at: '2026-11-20T12:00:00.000Z',
    })
    const maker = await library.database.read.selectFrom('maker').selectAll().executeTakeFirstOrThrow()
    expect(maker).toMatchObject({ key: work?.maker_key, name: '月灯り工房' })
    expect(
      (await library.tracks()).map(({ title, folder, position, format }) => [
        title,
        folder,
        position,
        format,
      ]),
    ).toEqual([
      ['はじまり', '', 0, 'wav'],
      ['おわり', 'おまけ', 1, 'wav'],
    ])
  })

  test('of several circles with the name of a folder it belongs to the one with the lowest id', async () => {
    const library = given()
    const at = '2026-11-01T00:00:00.000Z'
    for (const id of ['RG2', 'RG1', 'RG3'])
      await library.database.write
        .insertInto('maker')
        .values({ id, name: '月灯り工房', kana: null, created_at: at, updated_at: at })
        .execute()
    library.put('[月灯り工房][RJ334212]雨の図書館/1.wav', sound('a'))
    await library.scan()
    const makers = library.database.read.selectFrom('work').innerJoin('maker', 'maker.key', 'work.maker_key')
    expect(await makers.select('maker.id').execute()).toEqual([{ id: 'RG1' }])
  })

  test('a second scan changes nothing', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/cover.jpg', await picture('#336'))
    library.put('An album/1.wav', sound('b'))
    library.put('RJ334213.zip', 'packed')
    await library.scan()
    const [before, seq] = [
      [await library.works(), await library.tracks()],
      await latestSeq(library.database.read),
    ]
    const again = await library.scan()
    expect(again).toMatchObject({
      works: { added: 0 },
      tracks: { unchanged: 2, added: 0, missing: 0 },
      covers: 0,
    })
    expect([await library.works(), await library.tracks()]).toEqual(before)
    expect(await latestSeq(library.database.read)).toBe(seq)
  })

  test('a folder of sounds without an id is an own work that keeps its id', async () => {
    const library = given()
    library.put('An album/1.wav', sound('a'))
    library.put('An album/disc 2/1.wav', sound('b'))
    await library.scan()
    const [work, ...others] = await library.works()
    expect(others).toEqual([])
    expect(work).toMatchObject({ name: 'An album', availability: 'own', in_library: 1 })
    expect(work?.id).toMatch(/^KD\d{8}$/)
    renameSync(join(library.root, 'An album'), join(library.root, 'Another name'))
    expect(await library.scan()).toMatchObject({ works: { added: 0 }, tracks: { moved: 2, missing: 0 } })
    expect((await library.works()).map(({ id }) => id)).toEqual([work?.id])
  })

  test('a moved file keeps its id, and a new file at its path gets another', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    const [before] = await library.tracks()
    renameSync(join(library.root, 'RJ334212/1.wav'), join(library.root, 'RJ334212/2.wav'))
    library.put('RJ334212/1.wav', sound('b', 0.3))
    await library.scan()
    library.put('RJ334212/1.wav', sound('b', 0.3))
    renameSync(join(library.root, 'RJ334212'), join(library.root, '[x] RJ334212'))
    expect(await library.scan()).toMatchObject({ tracks: { moved: 2, added: 0, missing: 0 } })
    const after = await library.tracks()
    expect(new Set(after.map(({ id }) => id)).size).toBe(2)
    expect(after.map(({ id }) => id)).toContain(before?.id)
  })

  test('a changed file is read again', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a', 1))
    await library.scan()
    library.put('RJ334212/1.wav', sound('a', 3))
    expect(await library.scan()).toMatchObject({ tracks: { changed: 1 } })
    expect((await library.works())[0]).toMatchObject({ duration_seconds: 3 })
  })

  test('a work the catalogue knows keeps what its source has told', async () => {
    const library = given()
    library.put('[x] RJ334212 other title/1.wav', sound('a'))
    await library.scan()
    await library.database.write
      .updateTable('work')
      .set({ name: 'told', duration_seconds: 500, age_category: 'r15' })
      .execute()
    library.put('[x] RJ334212 other title/2.wav', sound('b'))
    await library.scan()
    expect((await library.works())[0]).toMatchObject({
      name: 'told',
      duration_seconds: 500,
      age_category: 'r15',
    })
  })

  test('an archive is listed and known, but cannot be played', async () => {
    const library = given()
    library.put('[灯台文庫] 手紙 (RJ334212).zip', 'packed')
    library.put('RJ334213.part1.rar', 'packed')
    library.put('RJ334213.part2.rar', 'packed')
    const { archives } = await library.scan()
    expect(archives.map(({ id }) => id).sort()).toEqual(['RJ334212', 'RJ334213'])
    expect((await library.works()).map(({ id, in_library }) => [id, in_library])).toEqual([
      ['RJ334212', 0],
      ['RJ334213', 0],
    ])
  })

  test('a cover is made in every width and made again only when it changes', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    const path = library.put('RJ334212/cover.jpg', await picture('#336'))
    expect((await library.scan()).covers).toBe(1)
    const [work] = await library.works()
    const made = join(library.coversFolder, 'RJ334212', work?.cover_version ?? '')
    expect(readdirSync(made).sort()).toEqual([
      '240.webp',
      '480.webp',
      '960.webp',
      'origin.txt',
      'original.jpeg',
    ])
    expect(Buffer.from(work?.cover_thumbhash ?? '', 'base64').length).toBeGreaterThan(4)
    library.put('RJ334212/cover.jpg', await picture('#633'))
    utimesSync(path, new Date(), new Date(statSync(path).mtimeMs + 5000))
    expect((await library.scan()).covers).toBe(1)
    const [changed] = await library.works()
    expect(changed?.cover_version).not.toBe(work?.cover_version)
    expect(existsSync(join(library.coversFolder, 'RJ334212', changed?.cover_version ?? ''))).toBe(true)
  })
})
