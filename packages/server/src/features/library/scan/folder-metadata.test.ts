import { composeSound, createMp3Writer, withTags } from '@koedana/fakes/demo/sound.ts'
import { expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import { findSources } from '../../metadata/ingest/provenance.store.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'

async function storedFacts({ database }: TestLibrary): Promise<Record<string, (string | null)[]>> {
  const rows = await database.read
    .selectFrom('work')
    .leftJoin('maker', 'maker.key', 'work.maker_key')
    .leftJoin('series', 'series.key', 'work.series_key')
    .select(['work.id', 'work.name', 'maker.name as maker', 'series.name as series'])
    .execute()
  return Object.fromEntries(rows.map(({ id, name, maker, series }) => [id, [name, maker, series]]))
}

eachLibrary((given) => {
  test('marks are no circles, and folders above tell circle and series', async () => {
    const library = given()
    const folders = [
      '【バイノーラル】RJ334212 雨の音',
      '[汉化组][月灯り工房][RJ334213] 雪の音',
      '灯台文庫/夜の図書館/RJ334214 一冊目',
      '灯台文庫/夜の図書館/【ASMR】RJ334215 二冊目',
      'ASMR/2024/RJ334216 無題',
    ]
    for (const folder of folders) library.put(`${folder}/1.wav`, sound(folder))
    for (const _ of ['once', 'again']) {
      await library.scan()
      expect(await storedFacts(library)).toEqual({
        RJ334212: ['雨の音', null, null],
        RJ334213: ['雪の音', '月灯り工房', null],
        RJ334214: ['一冊目', '灯台文庫', '夜の図書館'],
        RJ334215: ['二冊目', '灯台文庫', '夜の図書館'],
        RJ334216: ['無題', null, null],
      })
    }
    expect((await library.database.read.selectFrom('series').selectAll().execute()).length).toBe(1)
  })

  test('several works in one folder, an id in a parent alone, and a series folder with several ids', async () => {
    const library = given()
    library.put('mixed/RJ334212 a.wav', sound('a'))
    library.put('mixed/RJ334213 b.wav', sound('b'))
    library.put('RJ334214 night/wav/with effects/1.wav', sound('c'))
    library.put('RJ334215-RJ334216 set/RJ334215 one/1.wav', sound('d'))
    library.put('RJ334215-RJ334216 set/RJ334216 two/1.wav', sound('e'))
    library.put('Ursula Vane/The Slow Line/The Night Train/1.wav', sound('f'))
    await library.scan()
    const { RJ334212, RJ334213, RJ334214, RJ334215, RJ334216, ...own } = await storedFacts(library)
    expect([RJ334212, RJ334213, RJ334214, RJ334215, RJ334216].map((one) => one?.[0])).toEqual([
      'a',
      'b',
      'night',
      'one',
      'two',
    ])
    expect(Object.values(own)).toEqual([['The Night Train', 'Ursula Vane', 'The Slow Line']])
    expect((await library.tracks()).map(({ path, folder }) => [path, folder])).toContainEqual([
      'RJ334214 night/wav/with effects/1.wav',
      'wav/with effects',
    ])
  })

  test('tags and folders fill what is not known of a work that was there before, and replace nothing', async () => {
    const library = given()
    const writeMp3 = await createMp3Writer()
    const tagged = (id: string, artist: string) =>
      withTags(writeMp3(composeSound(id, 0.3)), { title: id, album: 'An album', artist, track: '1' })
    const { write, read } = library.database
    const ids = ['RJ334212', 'RJ334213', 'RJ334214'] as const
    for (const id of ids)
      library.put(`${id}.zip.001`, 'a part of an archive: the work is known, and nothing of it')
    await library.scan()
    await write.updateTable('work').set({ name: 'Rain', origin: 'feed' }).execute()
    const [, second, third] = await library.works()
    const at = '2026-11-01T00:00:00.000Z'
    const known = { id: 'RA1', name: 'Known', kana: null, created_at: at, updated_at: at }
    const { key } = await write.insertInto('artist').values(known).returning('key').executeTakeFirstOrThrow()
    await write
      .insertInto('work_artist')
      .values({ work_key: second?.key ?? 0, entity_key: key, position: 0 })
      .execute()
    await write
      .insertInto('work_lock')
      .values({ work_key: third?.key ?? 0, field: 'artists', user_key: null, at })
      .execute()
    for (const id of ids) library.put(`[月灯り工房][${id}] Another title/1.mp3`, tagged(id, 'Voice'))
    await library.scan()
    const voices = () =>
      read
        .selectFrom('work')
        .leftJoin('work_artist', 'work_artist.work_key', 'work.key')
        .leftJoin('artist', 'artist.key', 'work_artist.entity_key')
        .select(['work.id', 'artist.name'])
        .orderBy('work.key')
        .execute()
    const filled = await voices()
    expect(filled.map(({ name }) => name)).toEqual(['Voice', 'Known', null])
    expect(Object.values(await storedFacts(library))).toEqual(ids.map(() => ['Rain', '月灯り工房', null]))
    const sources = await findSources(
      read,
      (await library.works()).map((work) => work.key),
    )
    expect([...sources.values()].flat().every(({ source }) => source === 'folder')).toBe(true)
    expect(sources.size).toBe(3)
    const seq = await latestSeq(read)
    await library.scan()
    expect(await voices()).toEqual(filled)
    expect(await latestSeq(read)).toBe(seq)
  })
})
