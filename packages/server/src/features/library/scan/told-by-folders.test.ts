import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'

/** Title, maker and series of each work, by id. */
async function told({ database }: TestLibrary): Promise<Record<string, (string | null)[]>> {
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
      expect(await told(library)).toEqual({
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
    const { RJ334212, RJ334213, RJ334214, RJ334215, RJ334216, ...own } = await told(library)
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
})
