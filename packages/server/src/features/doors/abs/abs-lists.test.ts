/** Tests lists, playlists and statistics as audiobookshelf apps request them. */
import { api } from '@koedana/contract/api.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../../db/changes.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { addWorks } from '../testing/door-library.ts'
import { type AbsWorld, absWorld, night, rain, rainFile } from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

const int = v.pipe(v.number(), v.integer())
const text = v.string()

const Titles = v.object({
  total: int,
  results: v.array(
    v.object({
      id: text,
      media: v.object({ metadata: v.object({ title: text }) }),
      collapsedSeries: v.optional(v.object({ name: text, numBooks: int, libraryItemIds: v.array(text) })),
    }),
  ),
})
const PlaylistBody = v.object({
  id: text,
  name: text,
  libraryId: v.literal('library'),
  createdAt: int,
  lastUpdate: int,
  items: v.array(v.object({ libraryItemId: text, libraryItem: shapes.ExpandedItem })),
})

eachEngine((engine) => {
  let here: AbsWorld
  beforeEach(async () => {
    here = await absWorld(engine)
  })
  afterEach(() => here.close())

  test('long lists are whole, by title in both directions, and series are one entry', async () => {
    const added = await addWorks(here.w, rain, 1_100)
    const again = { id: 'RJ01000009', name: 'Ａ roof again', ageCategory: 'all' } as const
    await here.w.make([{ ...again, series: { id: 'roofs', name: 'Roofs' } }])
    const { write } = here.w.deps
    const track = await write
      .selectFrom('track')
      .selectAll()
      .where('id', '=', rainFile)
      .executeTakeFirstOrThrow()
    const own = { id: 'file-again', work_key: workKeyOf(again.id), path: 'again.mp3' }
    await write
      .insertInto('track')
      .values({ ...track, ...own })
      .execute()
    await write.updateTable('work').set({ in_library: 1 }).where('id', '=', again.id).execute()
    await appendChanges(write, 'work', [workKeyOf(again.id)])
    await here.w.deps.catalogue.caughtUp()
    const { ask } = await here.enter()
    const list = (query: string) => ask(Titles, `/api/libraries/library/items?${query}`)
    const total = added.length + 2
    for (const query of ['limit=5000', 'limit=0&sort=addedAt']) {
      const all = await list(query)
      expect([query, all.total, new Set(all.results.map(({ id }) => id)).size]).toEqual([query, total, total])
    }
    const titlesOf = ({ results }: v.InferOutput<typeof Titles>) =>
      results.map(({ media }) => media.metadata.title)
    const ascending = titlesOf(await list('limit=0&sort=media.metadata.title'))
    expect(ascending[0]).toBe('Ａ roof again')
    expect(ascending[1]).toBe('Rain on the roof')
    expect(titlesOf(await list('limit=0&sort=media.metadata.title&desc=1'))).toEqual(ascending.toReversed())
    const page = titlesOf(await list('limit=10&page=3&sort=media.metadata.title'))
    expect(page).toEqual(ascending.slice(30, 40))
    const collapsed = await list('limit=3&page=0&sort=media.metadata.title&collapseseries=1')
    expect(collapsed.total).toBe(total - 1)
    expect(collapsed.results[0]?.collapsedSeries).toEqual({
      name: 'Roofs',
      numBooks: 2,
      libraryItemIds: ['RJ01000009', rain],
    })
    expect(collapsed.results.map(({ id }) => id)).not.toContain(rain)
    const series = await ask(
      v.object({ total: int, limit: int, results: v.array(v.unknown()) }),
      '/api/libraries/library/series?limit=10000',
    )
    expect([series.total, series.results.length, series.limit]).toEqual([1, 1, 10_000])
  })

  test('playlists are made, filled, put in order, emptied and deleted, by their owner alone', async () => {
    const { ask, act, owner } = await here.enter({ ageRestriction: 'r18' })
    const body = {
      name: 'Evening',
      libraryId: 'library',
      description: null,
      coverPath: null,
      items: [{ libraryItemId: rain, episodeId: null }],
    }
    const { id, items } = await ask(PlaylistBody, '/api/playlists', { method: 'POST', body })
    expect(items.map(({ libraryItemId }) => libraryItemId)).toEqual([rain])
    const path = `/api/playlists/${id}`
    const idsOf = async (method: 'POST' | 'PATCH' | 'DELETE', below: string, sent?: unknown) =>
      (await ask(PlaylistBody, path + below, { method, body: sent })).items.map(
        ({ libraryItemId }) => libraryItemId,
      )
    expect(await idsOf('POST', '/item', { libraryItemId: night })).toEqual([rain, night])
    expect(await act('POST', `${path}/item`, { libraryItemId: night })).toBe(400)
    const both = { items: [{ libraryItemId: night }, { libraryItemId: rain }] }
    expect(await idsOf('PATCH', '', both)).toEqual([night, rain])
    expect(await act('PATCH', path, { items: [{ libraryItemId: rain }] })).toBe(400)
    expect(await ask(PlaylistBody, path, { method: 'PATCH', body: { name: 'Night' } })).toMatchObject({
      name: 'Night',
    })
    expect(await idsOf('POST', '/batch/remove', { items: [{ libraryItemId: night }] })).toEqual([rain])
    expect(await idsOf('POST', '/batch/add', both)).toEqual([rain, night])
    expect(await idsOf('DELETE', `/item/${rain}`)).toEqual([night])
    expect(await act('DELETE', `${path}/item/${rain}`)).toBe(404)
    for (const wrong of [
      {},
      { items: [] },
      { items: 'x' },
      { items: [{}] },
      { items: [{ libraryItemId: 'RJ01999999' }] },
      [],
    ])
      expect(await act('POST', `${path}/batch/add`, wrong), JSON.stringify(wrong)).toBe(400)
    const { token } = await here.enter({ username: 'limited' })
    const hidden = { name: 'x', libraryId: 'library', items: [{ libraryItemId: night }] }
    const missing = { name: 'x', libraryId: 'library', items: [{ libraryItemId: 'RJ01999999' }] }
    const [one, other] = [
      await here.send('POST', '/api/playlists', { token, body: hidden }),
      await here.send('POST', '/api/playlists', { token, body: missing }),
    ]
    expect([one.statusCode, one.body]).toEqual([other.statusCode, other.body])
    expect(one.statusCode).toBe(400)
    for (const [method, below] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/batch/remove'],
    ] as const)
      expect((await here.send(method, path + below, { token, body: both })).statusCode, method).toBe(404)
    expect(await idsOf('DELETE', `/item/${night}`)).toEqual([])
    expect((await owner.call(api.getPlaylist, { params: { id }, query: {} })).playlist.name).toBe('Night')
    expect(await act('DELETE', path)).toBe(200)
    expect(await act('DELETE', path)).toBe(404)
    expect(await act('POST', '/api/playlists/collection/x')).toBe(404)
  })

  test('the library and a year have their statistics, of what may be seen alone', async () => {
    const { ask, act } = await here.enter()
    expect(await ask(v.looseObject({}), '/api/libraries/library/stats')).toMatchObject({
      totalItems: 1,
      totalAuthors: 1,
      totalGenres: 1,
      numAudioTracks: 2,
      totalDuration: 120,
      authorsWithCount: [{ name: 'Paper Lantern', count: 1 }],
      genresWithCount: [{ genre: 'Calm', count: 1 }],
      longestItems: [{ id: rain, title: 'Rain on the roof', duration: 120 }],
    })
    await act('PATCH', `/api/me/progress/${rain}`, { isFinished: true })
    const year = new Date().getUTCFullYear()
    expect(await ask(v.looseObject({}), `/api/me/stats/year/${year}`)).toMatchObject({
      numBooksFinished: 1,
      longestAudiobookFinished: { id: rain, duration: 120 },
      finishedBooksWithCovers: [rain],
      totalPodcastListeningTime: 0,
    })
    expect(await ask(v.looseObject({}), '/api/me/stats/year/2019')).toMatchObject({
      numBooksFinished: 0,
      totalListeningTime: 0,
    })
    for (const wrong of ['0', 'x', '99999', '-1'])
      expect(await act('GET', `/api/me/stats/year/${wrong}`), wrong).toBe(400)
    const adult = await here.enter({ username: 'adult', ageRestriction: 'r18' })
    expect(await adult.ask(v.looseObject({}), '/api/libraries/library/stats')).toMatchObject({
      totalItems: 2,
    })
  })
})
