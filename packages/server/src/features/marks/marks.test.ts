// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import type { ReportKind } from '@koedana/contract/progress.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

const [one, two, three, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90000004'] as const
const again = {
  id: two,
  name: 'rain again',
  ageCategory: 'all' as const,
  genres: [{ id: 'g1', name: 'Calm' }],
}
const works = [
  { id: one, name: 'rain', ageCategory: 'all' as const, genres: [{ id: 'g1', name: 'Calm' }] },
  again,
  { id: three, name: 'wind', ageCategory: 'all' as const, makers: [] },
  { id: adult, name: 'night rain', ageCategory: 'r18' as const },
]

async function stock({ make, deps }: Pick<World, 'make' | 'deps'>): Promise<void> {
  await make(works)
  await putInLibrary(deps.write, [one, two, three, adult])
  await deps.catalogue.caughtUp()
}

async function hear(
  call: Call,
  workId: string,
  { kind = 'beat' as ReportKind, playId = 'play-0001', n = 0 } = {},
) {
  const fileId = `file-${workKeyOf(workId)}`
  const at = new Date().toISOString()
  const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
  const report = { playId, n, kind, fileId, position: 5, listened: 5, at, play }
  const device = { id: 'phone-0001', name: 'phone' }
  await call(api.saveProgress, { body: { deviceNow: at, device, reports: [report] } })
}

const idsOf = async (call: Call, query: Parameters<typeof listed>[1]) =>
  (await listed(call, query)).items.map(({ id }) => id).sort()

const listed = (
  call: Call,
  query: {
    favorite?: boolean
    progress?: ('want' | 'listening' | 'finished' | 'postponed')[]
    minOwnRating?: number
    q?: string
  },
) => call(api.listWorks, { query })

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await stock(w)
  })
  afterEach(() => w.close())

  test('what is marked is read again, by nobody else; what is absent stays', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const other = await w.signIn({ ageRestriction: 'r18' })
    const first = await call(api.saveMark, { params: { id: one }, body: { progress: 'want', rating: 4 } })
    expect(first).toEqual({ id: one, favorite: false, progress: 'want', rating: 4, note: '', tags: [] })
    await call(api.saveMark, { params: { id: 'rj90000001' }, body: { note: '  for rainy days ' } })
    await call(api.addFavorite, { params: { id: one } })
    const whole = { ...first, favorite: true, note: 'for rainy days' }
    expect(await call(api.getMark, { params: { id: one } })).toEqual(whole)
    const { note: _, tags: __, ...mark } = whole
    const many = await call(api.listMarks, { query: { ids: [two, one] } })
    expect(many.items).toEqual([{ id: two, favorite: false, progress: null, rating: null }, mark])
    const emptied = { progress: null, rating: null, note: '' }
    expect(await other.call(api.getMark, { params: { id: one } })).toMatchObject(emptied)
    expect(await call(api.saveMark, { params: { id: one }, body: emptied })).toMatchObject(emptied)
  })

  test('a hidden or unknown work has no marks and takes none; a visitor has none', async () => {
    const { call } = await w.signIn({ ageRestriction: 'all' })
    for (const id of [adult, 'RJ90000009']) {
      await expect(call(api.getMark, { params: { id } })).rejects.toMatchObject({ status: 404 })
      const body = { rating: 5 }
      await expect(call(api.saveMark, { params: { id }, body })).rejects.toMatchObject({ status: 404 })
    }
    await expect(w.call(api.getMark, { params: { id: one } })).rejects.toMatchObject({ status: 401 })
    expect(await idsOf(w.call, { favorite: true })).toEqual([])
    expect(await idsOf(w.call, { favorite: false })).toEqual([one, two, three])
  })

  test.each([
    { rating: 0 },
    { rating: 6 },
    { rating: 2.5 },
    { progress: 'done' },
    { note: 'x'.repeat(10_001) },
    { note: 'a\0b' },
    { note: 'a\ud800' },
  ])('refuses %o', async (body) => {
    const { token } = await w.signIn()
    const response = await w.app.inject({
      method: 'PUT',
      url: `/api/v3/marks/${one}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
    expect(response.statusCode).toBe(400)
  })

  test('listening sets the state, a later choice counts more, and pressing play again more still', async () => {
    const { call } = await w.signIn()
    const stateOf = async () => (await call(api.getMark, { params: { id: one } })).progress
    await call(api.saveMark, { params: { id: one }, body: { progress: 'want' } })
    await hear(call, one)
    expect(await stateOf()).toBe('listening')
    await call(api.saveMark, { params: { id: one }, body: { progress: 'postponed' } })
    expect(await stateOf()).toBe('postponed')
    await hear(call, one, { playId: 'play-0002' })
    expect(await stateOf()).toBe('listening')
    await hear(call, one, { playId: 'play-0002', n: 1, kind: 'finish' })
    expect(await stateOf()).toBe('finished')
    await call(api.saveMark, { params: { id: one }, body: { progress: null } })
    expect(await stateOf()).toBeNull()
  })

  test('lists, totals, facets and entities are those of one’s own marks, at once after each change', async () => {
    const { call } = await w.signIn()
    const stranger = await w.signIn()
    await call(api.addFavorite, { params: { id: one } })
    await call(api.saveMark, { params: { id: three }, body: { rating: 5 } })
    await call(api.saveMark, { params: { id: two }, body: { rating: 3, progress: 'finished' } })
    // Twice, because the second response may come from a cache.
    for (const _ of [1, 2]) {
      expect(await idsOf(call, { favorite: true })).toEqual([one])
      expect(await idsOf(call, { favorite: false })).toEqual([two, three])
      expect(await idsOf(call, { minOwnRating: 3 })).toEqual([two, three])
      expect(await idsOf(call, { minOwnRating: 4 })).toEqual([three])
      expect(await idsOf(call, { progress: ['finished', 'want'] })).toEqual([two])
      expect(await idsOf(call, { progress: ['finished'], q: 'rain' })).toEqual([two])
      expect(await idsOf(call, { favorite: true, progress: ['finished'] })).toEqual([])
      expect(await idsOf(stranger.call, { favorite: true })).toEqual([])
    }
    const facets = await call(api.getFacets, { query: { favorite: true, facets: ['genres'] } })
    expect(facets).toMatchObject({ total: 1, genres: { items: [{ id: 'g1', workCount: 1 }] } })
    const genres = { params: { kind: 'genres' as const }, query: { favorite: true } }
    expect((await call(api.listEntities, genres)).items).toMatchObject([{ id: 'g1', workCount: 1 }])
    const similar = { params: { id: one }, query: { favorite: true } }
    expect((await call(api.listSimilarWorks, similar)).items).toEqual([])
    await call(api.removeFavorite, { params: { id: one } })
    expect(await idsOf(call, { favorite: true })).toEqual([])
    await hear(call, one)
    expect(await idsOf(call, { progress: ['listening'] })).toEqual([one])
    await hear(call, one, { n: 1, kind: 'finish' })
    expect(await idsOf(call, { progress: ['finished'] })).toEqual([one, two])
  })

  test('a work that changed since the index was built is found by its marks too', async () => {
    const { call } = await w.signIn()
    await call(api.addFavorite, { params: { id: two } })
    await w.make([{ ...again, name: 'rain once more' }])
    expect(await idsOf(call, { favorite: true })).toEqual([two])
    expect(await idsOf(call, { favorite: false })).toEqual([one, three])
  })

  test('a favorite that a ceiling hides is neither listed nor counted', async () => {
    const account = { username: 'haruka', password: 'lantern moss 7' }
    const { call, user } = await w.signIn({ ...account, ageRestriction: 'r18' })
    for (const id of [one, adult]) await call(api.addFavorite, { params: { id } })
    expect(await idsOf(call, { favorite: true })).toEqual([one, adult])
    const admin = await w.signIn({ role: 3 })
    await admin.call(api.updateUser, { params: { id: user.id }, body: { ageRestriction: 'all' } })
    const later = w.bearing((await w.call(api.login, { body: account })).token)
    const narrowed = await listed(later, { favorite: true })
    expect(narrowed).toMatchObject({ total: 1, items: [{ id: one }] })
    expect(narrowed).not.toHaveProperty('hidden')
  })

  test('of many changes at once each keeps what the others say', async () => {
    const { call } = await w.signIn()
    await Promise.all([
      call(api.saveMark, { params: { id: one }, body: { rating: 2 } }),
      call(api.saveMark, { params: { id: one }, body: { progress: 'want' } }),
      call(api.saveMark, { params: { id: one }, body: { note: 'mine' } }),
    ])
    const all = { rating: 2, progress: 'want', note: 'mine' }
    expect(await call(api.getMark, { params: { id: one } })).toMatchObject(all)
  })
})

describe('two servers', () => {
  onTwoNodes(() => {
    let nodes: TwoNodes
    beforeEach(async () => {
      nodes = await startTwoNodes()
      await stock(nodes.one)
      await nodes.other.deps.catalogue.caughtUp()
    })
    afterEach(() => nodes.close())

    test('a list of the one has what was marked at the other', async () => {
      const { token, call } = await nodes.one.signIn()
      const there = nodes.other.bearing(token)
      expect(await idsOf(there, { favorite: true })).toEqual([])
      await call(api.addFavorite, { params: { id: one } })
      expect(await idsOf(there, { favorite: true })).toEqual([one])
      await there(api.saveMark, { params: { id: two }, body: { rating: 5 } })
      expect(await idsOf(call, { minOwnRating: 5 })).toEqual([two])
    })
  })
})
