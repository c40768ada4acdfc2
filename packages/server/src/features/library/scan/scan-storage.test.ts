import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../testing/engines.ts'
import { createTestLibrary, picture, sound, type TestLibrary } from '../testing/library.ts'

eachEngine((engine) => {
  let database: Database
  let library: TestLibrary

  beforeEach(async () => {
    database = await engine.open()
    library = createTestLibrary(database)
  })

  afterEach(async () => {
    library.remove()
    await database.close()
  })

  const works = () => database.read.selectFrom('work').selectAll().orderBy('key').execute()
  const tracks = () => database.read.selectFrom('track').selectAll().orderBy('path').execute()
  const reasons = async () => (await library.scan()).faults.map(({ path, reason }) => [path, reason])

  describe('taking in', () => {
    test('a folder named with an id is that work, with all sounds below it', async () => {
      library.put('circle/[月灯り工房][RJ334212]雨の図書館/01 はじまり.wav', sound('a'))
      library.put('circle/[月灯り工房][RJ334212]雨の図書館/01 はじまり.lrc', '[00:00.00]雨')
      library.put('circle/[月灯り工房][RJ334212]雨の図書館/おまけ/02 おわり.wav', sound('b'))
      const summary = await library.scan()
      expect(summary).toMatchObject({
        works: { found: 1, added: 1 },
        tracks: { found: 2, added: 2 },
        faults: [],
      })
      const [work, ...others] = await works()
      expect(others).toEqual([])
      expect(work).toMatchObject({
        id: 'RJ334212',
        name: '雨の図書館',
        age_category: 'all',
        in_library: 1,
        has_lyrics: 1,
        added_at: '2026-11-20T12:00:00.000Z',
      })
      const maker = await database.read.selectFrom('maker').selectAll().executeTakeFirstOrThrow()
      expect(maker).toMatchObject({ key: work?.maker_key, name: '月灯り工房' })
      expect(
        (await tracks()).map(({ title, folder, position, format }) => [title, folder, position, format]),
      ).toEqual([
        ['はじまり', '', 0, 'wav'],
        ['おわり', 'おまけ', 1, 'wav'],
      ])
    })

    test('a second scan changes nothing', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334212/cover.jpg', await picture('#336'))
      library.put('An album/1.wav', sound('b'))
      library.put('RJ334213.zip', 'packed')
      await library.scan()
      const [before, seq] = [[await works(), await tracks()], await latestSeq(database.read)]
      const again = await library.scan()
      expect(again).toMatchObject({
        works: { added: 0 },
        tracks: { unchanged: 2, added: 0, missing: 0 },
        covers: 0,
      })
      expect([await works(), await tracks()]).toEqual(before)
      expect(await latestSeq(database.read)).toBe(seq)
    })

    test('a folder of sounds without an id is an own work that keeps its id', async () => {
      library.put('An album/1.wav', sound('a'))
      library.put('An album/disc 2/1.wav', sound('b'))
      await library.scan()
      const [work, ...others] = await works()
      expect(others).toEqual([])
      expect(work).toMatchObject({ name: 'An album', availability: 'own', in_library: 1 })
      expect(work?.id).toMatch(/^KD\d{8}$/)
      renameSync(join(library.root, 'An album'), join(library.root, 'Another name'))
      expect(await library.scan()).toMatchObject({ works: { added: 0 }, tracks: { moved: 2, missing: 0 } })
      expect((await works()).map(({ id }) => id)).toEqual([work?.id])
    })

    test('a moved file keeps its id, and a new file in its place gets another', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      await library.scan()
      const [before] = await tracks()
      renameSync(join(library.root, 'RJ334212/1.wav'), join(library.root, 'RJ334212/2.wav'))
      library.put('RJ334212/1.wav', sound('b', 0.3))
      await library.scan()
      library.put('RJ334212/1.wav', sound('b', 0.3))
      renameSync(join(library.root, 'RJ334212'), join(library.root, '[x] RJ334212'))
      expect(await library.scan()).toMatchObject({ tracks: { moved: 2, added: 0, missing: 0 } })
      const after = await tracks()
      expect(new Set(after.map(({ id }) => id)).size).toBe(2)
      expect(after.map(({ id }) => id)).toContain(before?.id)
    })

    test('a changed file is read again', async () => {
      library.put('RJ334212/1.wav', sound('a', 1))
      await library.scan()
      library.put('RJ334212/1.wav', sound('a', 3))
      expect(await library.scan()).toMatchObject({ tracks: { changed: 1 } })
      expect((await works())[0]).toMatchObject({ duration_seconds: 3 })
    })

    test('a work the catalogue knows keeps what its source has told', async () => {
      library.put('[x] RJ334212 other title/1.wav', sound('a'))
      await library.scan()
      await database.write
        .updateTable('work')
        .set({ name: 'told', duration_seconds: 500, age_category: 'r15' })
        .execute()
      library.put('[x] RJ334212 other title/2.wav', sound('b'))
      await library.scan()
      expect((await works())[0]).toMatchObject({ name: 'told', duration_seconds: 500, age_category: 'r15' })
    })

    test('an archive is listed and known, but cannot be played', async () => {
      library.put('[灯台文庫] 手紙 (RJ334212).zip', 'packed')
      library.put('RJ334213.part1.rar', 'packed')
      library.put('RJ334213.part2.rar', 'packed')
      const { archives } = await library.scan()
      expect(archives.map(({ id }) => id).sort()).toEqual(['RJ334212', 'RJ334213'])
      expect((await works()).map(({ id, in_library }) => [id, in_library])).toEqual([
        ['RJ334212', 0],
        ['RJ334213', 0],
      ])
    })
  })

  describe('what is gone', () => {
    test('a file that is gone is missing, and back again when it returns', async () => {
      const path = library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334213/1.wav', sound('b'))
      await library.scan()
      const [before] = await tracks()
      rmSync(path)
      expect(await library.scan()).toMatchObject({ tracks: { missing: 1 } })
      expect((await tracks())[0]?.missing_at).toBe('2026-11-20T12:00:00.000Z')
      expect((await works())[0]).toMatchObject({ in_library: 0 })
      library.put('RJ334212/1.wav', sound('a'))
      await library.scan()
      expect((await tracks())[0]).toMatchObject({ id: before?.id, missing_at: null })
      expect((await works())[0]).toMatchObject({ in_library: 1 })
    })

    test('a missing or empty root is told, and nothing is taken for gone', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      await library.scan()
      rmSync(join(library.root, 'RJ334212'), { recursive: true })
      expect(await library.scan()).toMatchObject({ rootMissing: true })
      rmSync(library.root, { recursive: true })
      expect(await library.scan()).toMatchObject({ rootMissing: true })
      mkdirSync(library.root)
      expect((await tracks())[0]?.missing_at).toBeNull()
      expect((await works())[0]?.in_library).toBe(1)
    })

    test('a file that became unreadable is told, and not taken for gone', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      await library.scan()
      library.put('RJ334212/1.wav', 'no longer sound')
      expect(await library.scan()).toMatchObject({ faultCount: 2, tracks: { missing: 0 } })
      expect((await tracks())[0]?.missing_at).toBeNull()
    })
  })

  describe('faults', () => {
    test('what is no sound is told by name, and the rest is taken in', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334212/2.mp3', '')
      library.put('RJ334212/3.mp3', 'this is a text, whatever it is called'.repeat(40))
      library.put('RJ334212/4.flac', Buffer.from('fLaC\0'))
      library.put('RJ334213/readme.txt', 'nothing to hear')
      const told = await reasons()
      expect(told).toContainEqual(['RJ334212/2.mp3', 'empty'])
      expect(told.map(([path]) => path).sort()).toEqual([
        'RJ334212/2.mp3',
        'RJ334212/3.mp3',
        'RJ334212/4.flac',
        'RJ334213',
      ])
      expect(told).toContainEqual(['RJ334213', 'nothingPlayable'])
      expect((await tracks()).map(({ path }) => path)).toEqual(['RJ334212/1.wav'])
    })

    test('a broken picture is told', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334212/cover.jpg', Buffer.concat([(await picture('#336')).subarray(0, 200)]))
      expect(await reasons()).toEqual([['RJ334212/cover.jpg', 'brokenPicture']])
      expect((await works())[0]?.cover_version).toBeNull()
    })

    test('the second folder of a work is told; the one taken in before wins over a newcomer', async () => {
      library.put('b RJ334212/1.wav', sound('a'))
      await library.scan()
      library.put('a RJ334212/1.wav', sound('b'))
      expect(await reasons()).toEqual([['a RJ334212', 'duplicate']])
      expect((await tracks()).map(({ path }) => path)).toEqual(['b RJ334212/1.wav'])
    })

    test('links out of the root, to nothing and in a circle are not followed; links inside are', async () => {
      library.put('store/real/1.wav', sound('a'))
      symlinkSync(join(library.root, 'store/real'), join(library.root, 'RJ334212'))
      symlinkSync('/etc', join(library.root, 'RJ334213'))
      symlinkSync('nowhere', join(library.root, 'RJ334214'))
      symlinkSync(library.root, join(library.root, 'store/circle'))
      expect(await reasons()).toEqual([
        ['RJ334213', 'linkOutside'],
        ['RJ334214', 'brokenLink'],
        ['store/circle', 'linkLoop'],
      ])
      expect((await tracks()).map(({ path }) => path)).toContain('RJ334212/1.wav')
    })

    test('a pipe is not waited for', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      execFileSync('mkfifo', [join(library.root, 'RJ334212/2.wav')])
      expect(await reasons()).toEqual([['RJ334212/2.wav', 'notPlain']])
    })

    test('a name that is no text is told', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      execFileSync('sh', ['-c', 'cp 1.wav "$(printf "bad\\377.wav")"'], {
        cwd: join(library.root, 'RJ334212'),
      })
      expect(await reasons()).toEqual([['RJ334212/bad\ufffd.wav', 'invalidName']])
    })

    test('hostile names are names like others', async () => {
      const names = [
        '-rf.wav',
        'a\'b"c.wav',
        'line\nbreak.wav',
        '\u202eright.wav',
        '; drop table.wav',
        `${'あ'.repeat(83)}.wav`,
      ]
      for (const [index, name] of names.entries()) library.put(`RJ334212/${name}`, sound(String(index)))
      library.put('RJ334212/が.wav', sound('nfc'))
      library.put('RJ334212/か\u3099.wav', sound('nfd'))
      expect(await library.scan()).toMatchObject({ tracks: { added: 8 }, faults: [] })
      expect(await library.scan()).toMatchObject({ tracks: { unchanged: 8 } })
    })

    test('a line break in a name never reaches the terminal', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334212/line\nbreak.mp3', '')
      await library.scan()
      expect(library.lines.join('')).not.toContain('\n')
    })

    test('what systems leave behind is passed over in silence', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      library.put('RJ334212/._1.wav', 'x')
      library.put('RJ334212/__MACOSX/1.wav', 'x')
      library.put('.hidden/RJ334213/1.wav', sound('b'))
      expect(await library.scan()).toMatchObject({ tracks: { found: 1 }, faults: [] })
    })
  })

  describe('covers', () => {
    test('a cover is made in every width and made again only when it changes', async () => {
      library.put('RJ334212/1.wav', sound('a'))
      const path = library.put('RJ334212/cover.jpg', await picture('#336'))
      expect((await library.scan()).covers).toBe(1)
      const [work] = await works()
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
      const [changed] = await works()
      expect(changed?.cover_version).not.toBe(work?.cover_version)
      expect(existsSync(join(library.coversFolder, 'RJ334212', changed?.cover_version ?? ''))).toBe(true)
    })
  })
})
