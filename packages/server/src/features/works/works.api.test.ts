import { updateWork } from '@koedana/contract/editing.ts'
import { getEntity, listEntities } from '@koedana/contract/entities.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workSorts } from '@koedana/contract/filters.ts'
import { getHome } from '@koedana/contract/home.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { getWork, listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const artist = { id: 'a1', name: '水瀬ことり' }
const genre = { id: '56', name: '癒し', names: { 'en-US': 'Healing', 'zh-CN': '治愈' } }
const works: FeedWork[] = [
  {
    id: 'RJ90000001',
    name: '雨',
    names: { 'en-US': 'Rain' },
    ageCategory: 'all',
    sales: 5,
    price: 100,
    rating: 4.5,
    releaseDate: '2024-01-01',
    maker: { id: 'RG1', name: 'Quiet Room' },
    artists: [artist],
    genres: [genre],
  },
  {
    id: 'RJ90000002',
    name: '夜',
    ageCategory: 'all',
    sales: 9,
    price: 300,
    releaseDate: '2023-06-01',
    artists: [artist],
    languages: ['JPN'],
  },
  {
    id: 'RJ90000003',
    name: '大人',
    ageCategory: 'r18',
    sales: 99,
    maker: { id: 'RG2', name: 'Hidden House' },
  },
  { id: 'RJ90000004', name: '不明', sales: 98 },
]

eachEngine((engine) => {
  let here: World
  beforeEach(async () => {
    here = await startTestServer(engine)
    await here.make(works)
  })
  afterEach(() => here.close())

  const ids = async (query: Parameters<typeof send>[0]) => (await send(query)).items.map(({ id }) => id)
  const send = (query: NonNullable<Parameters<typeof here.call<typeof listWorks>>[1]['query']>) =>
    here.call(listWorks, { query })

  test('a work has the source, time and lock of each field, and its formats, for whoever may see it', async () => {
    const admin = await here.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const params = { id: 'RJ90000001' }
    const before = (await here.call(getWork, { params })).metadata
    expect(before.fields.name).toEqual({ source: 'feed', at: expect.any(String), locked: false })
    expect(Object.keys(before.fields)).toEqual(expect.arrayContaining(['price', 'genres', 'releaseDate']))
    expect(before.formats).toEqual([])
    await admin.call(updateWork, { params, body: { values: { price: 120 } } })
    await putInLibrary(here.deps.write, [params.id])
    await here.deps.catalogue.caughtUp()
    const { fields, formats } = (await here.call(getWork, { params })).metadata
    expect(fields.price).toEqual({ source: 'edit', at: expect.any(String), locked: true })
    expect(fields.name).toEqual(before.fields.name)
    expect(formats).toEqual(['mp3'])
    // The response does not name the editor.
    expect(JSON.stringify(fields)).not.toContain(admin.user.username)
    const hidden = here.call(getWork, { params: { id: 'RJ90000003' } })
    await expect(hidden).rejects.toMatchObject({ status: 404 })
  })

  test('a list carries cards in order and the exact total', async () => {
    const response = await send({ sort: 'salesDesc' })
    expect(response).toMatchObject({ total: 2, page: 1, pageSize: 24 })
    expect(response.items[0]).toMatchObject({
      id: 'RJ90000002',
      title: '夜',
      maker: null,
      price: 300,
      inLibrary: false,
      cover: null,
    })
    expect(response.items[1]).toMatchObject({
      title: 'Rain',
      artists: [artist],
      genres: [{ id: '56', name: 'Healing' }],
      rating: 4.5,
    })
  })

  test('titles and genres come in the language that is requested', async () => {
    const { items } = await here.as('zh-CN')(listWorks, { query: { genres: ['56'] } })
    expect(items[0]).toMatchObject({ title: '雨', titleLanguage: 'ja', genres: [{ name: '治愈' }] })
    expect((await send({ genres: ['56'] })).items[0]).toMatchObject({ title: 'Rain', titleLanguage: 'en-US' })
  })

  test('filters include, exclude and bound; pages end', async () => {
    expect(await ids({ artists: ['a1'], excludedGenres: ['56'] })).toEqual(['RJ90000002'])
    expect(await ids({ minPrice: 101 })).toEqual(['RJ90000002'])
    expect(await ids({ releaseYear: 2024 })).toEqual(['RJ90000001'])
    expect(await ids({ minRating: 4.51 })).toEqual([])
    expect(await ids({ languages: ['JPN'] })).toEqual(['RJ90000002'])
    expect(await ids({ excludedWorks: ['rj90000001'] })).toEqual(['RJ90000002'])
    expect(await send({ page: 2, pageSize: 1, sort: 'salesDesc' })).toMatchObject({
      total: 2,
      items: [{ id: 'RJ90000001' }],
    })
    expect(await send({ page: 999 })).toMatchObject({ total: 2, items: [] })
  })

  test('an unknown id in an include leaves nothing, in an exclude it is ignored', async () => {
    expect(await ids({ genres: ['nobody'] })).toEqual([])
    expect(await ids({ excludedGenres: ['nobody'] })).toHaveLength(2)
  })

  test('what is above the ceiling, or of unknown age, is nowhere', async () => {
    expect(await ids({ ageFilterMode: 'no_limit', policy: 'off', ageCategories: ['r18'] })).toEqual([])
    for (const id of ['RJ90000003', 'RJ90000004', 'RJ90009999', 'garbage']) {
      await expect(here.call(getWork, { params: { id } })).rejects.toMatchObject({ status: 404 })
      await expect(here.call(listWorkFiles, { params: { id } })).rejects.toMatchObject({ status: 404 })
    }
    expect((await here.call(listEntities, { params: { kind: 'makers' } })).items).toEqual([
      { id: 'RG1', name: 'Quiet Room', workCount: 1, ownedCount: 0, value: 1 },
    ])
    await expect(here.call(getEntity, { params: { kind: 'makers', id: 'RG2' } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await here.call(getHome, {})).toMatchObject({ workCount: 2, libraryCount: 0 })
  })

  test('a changed work and a renamed genre show at once, from ready cards too', async () => {
    await send({})
    await here.make([
      { id: 'RJ90000001', sales: 50, genres: [{ id: '56', name: '癒し', names: { 'en-US': 'Calm' } }] },
    ])
    const [first] = (await send({ sort: 'salesDesc' })).items
    expect(first).toMatchObject({ id: 'RJ90000001', sales: 50, genres: [{ name: 'Calm' }] })
    await here.make([
      { id: 'RJ90000005', name: 'new', ageCategory: 'all', artists: [{ id: 'a9', name: 'New Voice' }] },
    ])
    expect(await ids({ artists: ['a9'] })).toEqual(['RJ90000005'])
    expect((await here.call(getWork, { params: { id: 'RJ90000005' } })).artists).toEqual([
      { id: 'a9', name: 'New Voice' },
    ])
  })

  test('more changes than a delta holds come with a new generation', async () => {
    const many = Array.from(
      { length: 2_500 },
      (_, at): FeedWork => ({ id: `RJ9100${String(at).padStart(4, '0')}`, ageCategory: 'all' }),
    )
    await here.make(many)
    await expect.poll(async () => (await send({})).total, { timeout: 30_000 }).toBe(2_502)
  })

  test('malformed values are refused by name, with a sentence in the language of the caller', async () => {
    const get = (path: string, headers = {}) =>
      here.app.inject({ url: `/api/v3${path}`, headers: { 'accept-language': 'ja', ...headers } })
    const refused = await get('/works?minPrice=x&sort=sideways&releaseDateStart=2023-02-30&genres=a%00b')
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({
      error: 'リクエストを理解できませんでした。',
      code: 'malformed',
      fields: {
        'query.minPrice': 'integerExpected',
        'query.sort': 'sortUnknown',
        'query.releaseDateStart': 'dateExpected',
        'query.genres': 'textExpected',
      },
      allowed: { 'query.sort': [...workSorts] },
    })
    for (const bad of [
      'page=0',
      'pageSize=101',
      'pageSize=1e3',
      'minRating=6',
      'inLibrary=yes',
      'lyricsLanguages=xx',
      'releaseYear=1',
      'minPrice=99999999999999999999',
    ]) {
      expect((await get(`/works?${bad}`)).statusCode).toBe(400)
    }
    expect((await get(`/works?${'genres=1&'.repeat(1_500)}`)).statusCode).toBe(400)
    expect((await get('/nothing')).statusCode).toBe(404)
    expect((await get('/works', { authorization: 'Bearer stale' })).statusCode).toBe(401)
  })
})
