import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const works: FeedWork[] = [
  { id: 'RJ90000001', name: 'one', ageCategory: 'all' },
  { id: 'RJ90000002', name: 'two', ageCategory: 'r15', artists: [{ id: 'a1', name: 'Voice' }] },
  { id: 'RJ90000003', name: 'three', ageCategory: 'r18' },
]
const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
  })
  afterEach(() => w.close())

  test('are listed with their exact total in pages, once each, and are nobody else’s', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const other = await w.signIn({ ageRestriction: 'r18' })
    for (const id of ['RJ90000001', 'rj90000002', 'RJ90000001'])
      await call(api.addFavorite, { params: { id } })
    const all = await call(api.listFavorites, {})
    expect(all.items.map(({ id }) => id).sort()).toEqual(['RJ90000001', 'RJ90000002'])
    expect(all).toMatchObject({ total: 2, page: 1 })
    expect(all.hidden).toBeUndefined()
    const second = await call(api.listFavorites, { query: { page: 2, pageSize: 1 } })
    expect(second).toMatchObject({ total: 2, items: [all.items[1]] })
    expect(await other.call(api.listFavorites, {})).toMatchObject({ total: 0, items: [] })
    await call(api.removeFavorite, { params: { id: 'RJ90000001' } })
    await call(api.removeFavorite, { params: { id: 'RJ90000009' } })
    expect((await call(api.listFavorites, {})).items.map(({ id }) => id)).toEqual(['RJ90000002'])
  })

  test('what the ceiling hides is not counted, what own choices hide is', async () => {
    const account = { username: 'haruka', password: 'lantern moss 7' }
    const before = await w.signIn({ ...account, ageRestriction: 'r18' })
    for (const { id } of works) await before.call(api.addFavorite, { params: { id } })
    const admin = await w.signIn({ role: 3 })
    await admin.call(api.updateUser, { params: { id: before.user.id }, body: { ageRestriction: 'r15' } })
    const call = w.bearing((await w.call(api.login, { body: account })).token)
    const shown = await call(api.listFavorites, {})
    expect(shown.total).toBe(2)
    expect(shown).not.toHaveProperty('hidden')
    await call(api.saveSettings, {
      body: {
        policy: 'off',
        ageFilterMode: 'no_limit',
        filterDefaults: {},
        excluded: { ...none, artists: [{ id: 'a1' }] },
      },
    })
    expect(await call(api.listFavorites, {})).toMatchObject({ total: 1, hidden: 1 })
    expect(
      await call(api.listMarks, { query: { ids: ['RJ90000003', 'RJ90000002', 'rj90000001'] } }),
    ).toMatchObject({
      items: [{ id: 'RJ90000001', favorite: true }],
    })
  })

  test('hidden and unknown works are not found', async () => {
    const { call } = await w.signIn({ ageRestriction: 'all' })
    for (const id of ['RJ90000003', 'RJ90000009', 'RJ90000002']) {
      await expect(call(api.addFavorite, { params: { id } })).rejects.toMatchObject({ status: 404 })
      await call(api.removeFavorite, { params: { id } })
    }
    expect((await call(api.listFavorites, {})).total).toBe(0)
  })

  test('marks come in the order requested and are in no card', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await call(api.addFavorite, { params: { id: 'RJ90000002' } })
    const requested = ['RJ90000003', 'RJ90000002', 'RJ90000009']
    expect(await call(api.listMarks, { query: { ids: requested } })).toMatchObject({
      items: [
        { id: 'RJ90000003', favorite: false },
        { id: 'RJ90000002', favorite: true },
      ],
    })
    expect(JSON.stringify(await call(api.getWork, { params: { id: 'RJ90000002' } }))).not.toContain(
      'favorite',
    )
  })
})
