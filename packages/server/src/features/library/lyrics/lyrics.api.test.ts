import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { createTestLibrary, sound, type TestLibrary } from '../testing/library.ts'

const id = 'RJ334212'

eachEngine((engine) => {
  let w: World
  let library: TestLibrary
  beforeEach(async () => {
    w = await startTestServer(engine)
    library = createTestLibrary(w.deps.database)
    library.put(`${id}/01 雨.wav`, sound('a', 3))
    library.put(`${id}/02 星.wav`, sound('b', 3))
    library.put(`${id}/01 雨.lrc`, '[offset:100]\n[00:00.50]雨が<b>降る</b>\n[00:01.00]おやすみ')
    library.put(`${id}/01 雨.en.srt`, '1\n00:00:00,500 --> 00:00:00,900\nRain & you')
    library.put(`${id}/script.lrc`, '[00:01.00]another one')
    await library.scan()
    await w.deps.catalogue.caughtUp()
  })
  afterEach(async () => {
    library.remove()
    await w.close()
  })

  const trackIds = async () => (await library.tracks()).map((row) => row.id)

  test('a work tells which tracks can be read along, and a track its lines in every language', async () => {
    const [rain = '', star = ''] = await trackIds()
    const { tracks } = await w.call(api.listWorkLyrics, { params: { id } })
    expect(tracks).toMatchObject([{ trackId: rain, lyrics: [{ lang: 'ja', lines: 2 }, { lang: 'en' }] }])
    const { items } = await w.call(api.getTrackLyrics, { params: { id: rain } })
    expect(items).toMatchObject([
      {
        lang: 'ja',
        kind: 'main',
        source: 'lrc',
        offsetMs: 100,
        synced: true,
        cues: [
          { startMs: 500, text: '雨が<b>降る</b>' },
          { startMs: 1_000, text: 'おやすみ' },
        ],
      },
      { lang: 'en', source: 'srt', cues: [{ startMs: 500, endMs: 900, text: 'Rain & you' }] },
    ])
    expect(await w.call(api.getTrackLyrics, { params: { id: star } })).toEqual({ items: [] })
    for (const none of ['nobody', '\0', '%'])
      await expect(w.call(api.getTrackLyrics, { params: { id: none } })).rejects.toMatchObject({
        status: 404,
      })
  })

  test('they are written as files, in the format and language that is requested', async () => {
    const [rain = ''] = await trackIds()
    const { items } = await w.call(api.getTrackLyrics, { params: { id: rain } })
    const url = `${basePath}/tracks/${rain}/lyrics`
    const vtt = await w.app.inject({ url: `${url}?format=vtt` })
    expect([vtt.statusCode, vtt.headers['content-type'], vtt.headers['x-content-type-options']]).toEqual([
      200,
      'text/vtt; charset=utf-8',
      'nosniff',
    ])
    expect(vtt.body).toContain('00:00:00.400 --> 00:00:00.900\n雨が&lt;b&gt;降る')
    const srt = await w.app.inject({ url: `${url}?format=srt&lyricsId=${items[1]?.id}` })
    expect(srt.body).toBe('1\n00:00:00,500 --> 00:00:00,900\nRain & you\n')
    expect((await w.app.inject({ url: `${url}?format=srt&lyricsId=none` })).statusCode).toBe(404)
    expect((await w.app.inject({ url: `${url}?format=exe` })).statusCode).toBe(400)
  })

  test('a work that somebody may not see has none, and who may not listen reads none', async () => {
    const [rain = ''] = await trackIds()
    const member = await w.signIn({ ageRestriction: 'all' })
    const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const status = (call: typeof w.call) =>
      Promise.all(
        [
          call(api.getTrackLyrics, { params: { id: rain } }),
          call(api.listWorkLyrics, { params: { id } }),
        ].map((search) =>
          search.then(
            () => 200,
            (error: { status: number }) => error.status,
          ),
        ),
      )
    expect(await status(member.call)).toEqual([200, 200])
    await w.deps.site.save(w.deps.write, { visitorsMayListen: false })
    await w.deps.catalogue.caughtUp()
    expect(await status(w.call)).toEqual([403, 403])
    await admin.call(api.updateWork, { params: { id }, body: { values: { ageCategory: 'r18' } } })
    expect(await status(member.call)).toEqual([404, 404])
    expect(await status(w.call)).toEqual([404, 404])
    expect(await status(admin.call)).toEqual([200, 200])
  })

  test('an administrator decides which texts belong to a track, and takes it back', async () => {
    const [, star = ''] = await trackIds()
    const { call } = await w.signIn({ role: roleOf.admin })
    const params = { id: star }
    const { items } = await call(api.listLyricsCandidates, { params })
    expect(items.map(({ belongs, choice }) => [belongs, choice])).toEqual(
      items.map(() => [false, 'automatic']),
    )
    const other = items.find(({ name }) => name === 'script.lrc')
    const choose = (choice: 'chosen' | 'refused' | 'automatic') =>
      call(api.chooseTrackLyrics, { params: { id: star, lyricsId: other?.id ?? '' }, body: { choice } })
    const chosen = await choose('chosen')
    expect(chosen.items[0]).toMatchObject({ name: 'script.lrc', belongs: true, choice: 'chosen' })
    expect((await w.call(api.getTrackLyrics, { params })).items).toHaveLength(1)
    await library.scan()
    expect((await w.call(api.getTrackLyrics, { params })).items).toHaveLength(1)
    expect((await choose('refused')).items[0]?.belongs).toBe(false)
    expect((await choose('automatic')).items.every(({ choice }) => choice === 'automatic')).toBe(true)
    await expect(
      call(api.chooseTrackLyrics, { params: { id: star, lyricsId: 'none' }, body: { choice: 'chosen' } }),
    ).rejects.toMatchObject({ status: 404 })
    const member = await w.signIn()
    await expect(member.call(api.listLyricsCandidates, { params })).rejects.toMatchObject({ status: 403 })
  })
})
