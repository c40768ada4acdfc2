import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const sea = { id: 'g1', name: '海', names: { 'en-US': 'Sea', 'zh-CN': '海洋' } }
const rain = { id: 'g2', name: '雨', names: { 'en-US': 'Rain' } }
const works: FeedWork[] = [
  { id: 'RJ90000001', name: 'one', ageCategory: 'all', genres: [sea] },
  { id: 'RJ90000002', name: 'two', ageCategory: 'r15', genres: [rain] },
  { id: 'RJ90000003', name: 'three', ageCategory: 'r18' },
  { id: 'RJ90000004', name: 'four' },
]
const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
const plain = { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {}, excluded: none } as const

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
  })
  afterEach(() => w.close())

  const seen = async (call: Call) =>
    (await call(api.listWorks, { query: { sort: 'recentlyCreated' } })).items
      .map(({ id }) => id.slice(-1))
      .sort()

  test('begin gentle and are read as they were saved, names in the language of the reader', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r15' })
    expect(await call(api.getSettings, {})).toEqual({ ...plain, policy: 'moderate' })
    const filterDefaults = {
      genres: ['g1', 'g2'],
      minRating: 4.5,
      inLibrary: true,
      q: 'a & b',
      languages: ['JPN'],
    } as const
    const saved = await call(api.saveSettings, {
      body: {
        ...plain,
        filterDefaults: { ...filterDefaults, genres: [...filterDefaults.genres], languages: ['JPN'] },
        excluded: {
          ...none,
          genres: [{ id: 'g2', reason: 'too wet' }, { id: 'g1' }, { id: 'g2' }, { id: 'gone' }],
        },
      },
    })
    expect(saved).toEqual({
      ...plain,
      filterDefaults,
      excluded: {
        ...none,
        genres: [
          { id: 'g2', reason: 'too wet', name: 'Rain' },
          { id: 'g1', name: 'Sea' },
        ],
      },
    })
    expect(await call(api.getSettings, {})).toEqual(saved)
  })

  test('names of entities that have only hidden works are shown to nobody', async () => {
    const excluded = { ...none, genres: [{ id: 'g1' }, { id: 'g2', reason: 'guessed' }] }
    const reported = async (call: Call) => {
      const saved = await call(api.saveSettings, { body: { ...plain, excluded } })
      expect(await call(api.getSettings, {})).toEqual(saved)
      return saved.excluded.genres.map(({ name }) => name)
    }
    const guest = await w.signIn({ role: roleOf.guest })
    expect(await reported(guest.call)).toEqual(['Sea'])
    expect(await reported((await w.signIn({ ageRestriction: 'all' })).call)).toEqual(['Sea'])
    expect(await reported((await w.signIn({ ageRestriction: 'r15' })).call)).toEqual(['Sea', 'Rain'])
    // The hidden exclusion is kept, and shown once the viewer may see it.
    await w.deps.site.save(w.deps.write, { visitorCeiling: 'r15' })
    await w.deps.site.refresh()
    w.deps.sessions.forget('all')
    expect((await guest.call(api.getSettings, {})).excluded.genres).toEqual([
      { id: 'g1', name: 'Sea' },
      { id: 'g2', reason: 'guessed', name: 'Rain' },
    ])
  })

  test('an excluded entity that is gone comes back with its reason, though nobody could send it', async () => {
    const { call } = await w.signIn()
    const excluded = { ...none, artists: [{ id: 'later', reason: 'not for me' }] }
    await call(api.saveSettings, { body: { ...plain, excluded } })
    expect(await call(api.saveSettings, { body: plain })).toEqual(plain)
    await w.make([{ id: 'RJ90000001', artists: [{ id: 'later', name: 'Later' }] }])
    expect((await call(api.getSettings, {})).excluded.artists).toEqual([
      { id: 'later', reason: 'not for me', name: 'Later' },
    ])
  })

  test('what is saved changes what the person sees at once, and nobody else', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const other = await w.signIn({ ageRestriction: 'r18' })
    expect(await seen(call)).toEqual(['1', '2', '3', '4'])
    const save = (change: object) => call(api.saveSettings, { body: { ...plain, ...change } })
    await save({ excluded: { ...none, genres: [{ id: 'g2' }] } })
    expect(await seen(call)).toEqual(['1', '3', '4'])
    await expect(call(api.getWork, { params: { id: 'RJ90000002' } })).rejects.toMatchObject({ status: 404 })
    await save({ ageFilterMode: 'all_ages_only' })
    expect(await seen(call)).toEqual(['1'])
    await save({ ageFilterMode: 'adults_only' })
    expect(await seen(call)).toEqual(['3', '4'])
    await save({ ageFilterMode: 'adults_only', policy: 'strict' })
    expect(await seen(call)).toEqual([])
    expect(await seen(other.call)).toEqual(['1', '2', '3', '4'])
  })

  test('exclusion beats inclusion', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await call(api.saveSettings, { body: { ...plain, excluded: { ...none, genres: [{ id: 'g1' }] } } })
    expect(await call(api.listWorks, { query: { genres: ['g1'] } })).toMatchObject({ total: 0, hidden: 1 })
    await expect(call(api.getEntity, { params: { kind: 'genres', id: 'g1' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('texts that no database holds are kept as far as they can be', async () => {
    const { call } = await w.signIn()
    const genres = [{ id: 'g1', reason: 'a\0b\ud800' }]
    const saved = await call(api.saveSettings, { body: { ...plain, excluded: { ...none, genres } } })
    expect(saved.excluded.genres).toEqual([{ id: 'g1', reason: 'ab\ufffd', name: 'Sea' }])
    expect(await call(api.getSettings, {})).toEqual(saved)
  })

  test('visitors have none', async () => {
    await expect(w.call(api.getSettings, {})).rejects.toMatchObject({ status: 401 })
    await expect(w.call(api.saveSettings, { body: plain })).rejects.toMatchObject({ status: 401 })
  })
})
