// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { OwnData } from '@koedana/contract/own-data.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { maxViews } from '@koedana/contract/views.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const [one, two, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const works = [
  { id: one, name: 'rain', ageCategory: 'all' as const, maker: { id: 'RG1', name: 'Maker' } },
  { id: two, name: 'wind', ageCategory: 'all' as const },
  { id: adult, name: 'night', ageCategory: 'r18' as const, maker: { id: 'RG9', name: 'Late' } },
]
const base = { kind: 'koedana.own-data' as const, version: 1 as const }

const exported = async (w: World, { token }: Pick<SignedInPerson, 'token'>, path = '/account/data') => {
  const headers = { authorization: `Bearer ${token}` }
  return w.app.inject({ method: 'GET', url: `/api/v3${path}`, headers })
}
const documentOf = async (w: World, person: SignedInPerson) => {
  const { body, headers } = await exported(w, person)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="koedana-\d{4}-\d\d-\d\d\.json"$/)
  return v.parse(OwnData, JSON.parse(body))
}
const take = (call: Call, data: object) => call(api.importOwnData, { body: { ...base, ...data } })

async function fill({ call }: SignedInPerson): Promise<void> {
  await call(api.addFavorite, { params: { id: one } })
  await call(api.saveMark, {
    params: { id: one },
    body: { progress: 'want', rating: 4, note: '=1+1', addTags: ['calm', 'ねむい'] },
  })
  await call(api.saveMark, { params: { id: adult }, body: { rating: 5, addTags: ['late'] } })
  await call(api.createPlaylist, {
    body: {
      name: 'Evenings',
      description: 'slow',
      items: [{ workId: two }, { workId: adult }, { workId: one, fileId: `file-${workKeyOf(one)}` }],
    },
  })
  for (const name of ['Rain', 'Long ones'])
    await call(api.createView, { body: { name, search: { genres: ['g1'], sort: 'salesDesc' } } })
  await call(api.saveHomeLayout, { body: { order: ['week', 'latest'], hidden: ['sets'] } })
  await call(api.follow, { params: { kind: 'makers', id: 'RG1' } })
  const at = new Date().toISOString()
  const fileId = `file-${workKeyOf(one)}`
  const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
  const report = {
    playId: 'play-0001',
    n: 0,
    kind: 'beat' as const,
    fileId,
    position: 5,
    listened: 5,
    at,
    play,
  }
  const device = { id: 'phone-0001', name: 'phone' }
  await call(api.saveProgress, { body: { deviceNow: at, device, reports: [report] } })
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [one, two, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  test('everything is taken along and brought back to another account, once', async () => {
    const from = await w.signIn({ ageRestriction: 'r18' })
    const to = await w.signIn({ ageRestriction: 'r18' })
    await fill(from)
    const document = await documentOf(w, from)
    const first = await take(to.call, document)
    expect(first).toMatchObject({ unchanged: 0, unmatched: [], refused: [] })
    expect(first.imported).toBeGreaterThan(6)
    const { exportedAt: _, ...brought } = await documentOf(w, to)
    const { exportedAt: __, ...taken } = document
    expect(brought).toEqual(taken)
    const again = await take(to.call, document)
    expect(again).toMatchObject({ imported: 0, unchanged: first.imported })
    expect((await to.call(api.listFavorites, {})).total).toBe(1)
    const statistics = await to.call(api.listHistory, {})
    expect(statistics.items[0]).toMatchObject({ listened: 5, device: 'phone' })
  })

  test('saved views join by their names, as far as there is room, and the home page is ordered', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    await call(api.createView, { body: { name: 'Rain', search: { genres: ['mine'] } } })
    const views = [
      { name: 'Rain', search: { genres: ['theirs'] } },
      { name: 'Sea', search: { q: 'sea', sort: 'salesDesc' as const } },
      { name: 'Sea', search: { q: 'waves' } },
      { name: 'half \ud800', search: {} },
    ]
    const homeLayout = { order: ['week' as const], hidden: ['sets' as const] }
    expect(await take(call, { views, homeLayout })).toMatchObject({ imported: 3, unchanged: 1 })
    expect(await take(call, { views, homeLayout })).toMatchObject({ imported: 0, unchanged: 4 })
    const { items } = await call(api.listViews, {})
    expect(items.map(({ name, search, newCount }) => ({ name, search, newCount }))).toEqual([
      { name: 'Rain', search: { genres: ['mine'] }, newCount: 0 },
      { name: 'Sea', search: { q: 'sea', sort: 'salesDesc' }, newCount: 0 },
      { name: 'Sea', search: { q: 'waves' }, newCount: 0 },
      { name: 'half \ufffd', search: {}, newCount: 0 },
    ])
    const { own } = await call(api.getHome, {})
    expect(own?.layout).toMatchObject({ order: expect.arrayContaining(['week']), hidden: ['sets'] })
    expect(own?.layout.order[0]).toBe('week')
    expect((await other.call(api.listViews, {})).items).toEqual([])
    const many = Array.from({ length: maxViews }, (_, n) => ({ name: `View ${n}`, search: {} }))
    const report = await take(call, { views: many })
    expect(report).toMatchObject({ imported: maxViews - 4, refused: many.slice(-4).map(({ name }) => name) })
  })

  test('what is later counts, field by field, and nothing is deleted', async () => {
    const { call } = await w.signIn()
    await call(api.saveMark, { params: { id: one }, body: { rating: 2, addTags: ['mine'] } })
    await w.deps.write.updateTable('mark').set({ rating_ms: 1_000_000_000_000 }).execute()
    const [past, future] = ['2001-01-01T00:00:00.000Z', '2101-01-01T00:00:00.000Z']
    const marks = (at: string) => [
      { id: one, rating: 5, ratingAt: at, note: 'from elsewhere', noteAt: past, tags: ['theirs'] },
    ]
    await take(call, { marks: marks(past) })
    const mark = () => call(api.getMark, { params: { id: one } })
    expect(await mark()).toMatchObject({ rating: 2, note: 'from elsewhere', tags: ['mine', 'theirs'] })
    await take(call, { marks: marks(future) })
    expect(await mark()).toMatchObject({ rating: 5 })
    await take(call, { marks: [] })
    expect(await mark()).toMatchObject({ rating: 5, tags: ['mine', 'theirs'] })
  })

  test('nothing that is brought along is from later than now', async () => {
    const person = await w.signIn()
    const at = '9999-12-31T00:00:00.000Z'
    const follows = [{ kind: 'makers', id: 'RG1', at }]
    await take(person.call, { favorites: [{ id: one, at }], follows })
    const mine = await documentOf(w, person)
    const times = [...(mine.favorites ?? []), ...(mine.follows ?? [])].map((entry) => Date.parse(entry.at))
    expect(times).toHaveLength(2)
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())
  })

  test('what cannot be seen is neither taken along nor brought back, and is not told from what is not here', async () => {
    const person = await w.signIn({ ageRestriction: 'r18' })
    await fill(person)
    await person.call(api.follow, { params: { kind: 'makers', id: 'RG9' } })
    await w.deps.write.updateTable('user').set({ age_restriction: 'all' }).execute()
    w.deps.sessions.forget('all')
    const { body } = await exported(w, person)
    expect(body).toContain(one)
    expect(body).not.toContain(adult)
    expect(body).not.toContain('"late"')
    expect(body).not.toContain('RG9')
    expect((await exported(w, person, '/account/data.csv')).body).not.toContain(adult)
    const at = '2026-01-01T00:00:00.000Z'
    const ids = [adult, 'RJ99999999']
    const report = await take(person.call, {
      favorites: ids.map((id) => ({ id, at })),
      marks: ids.map((id) => ({ id, rating: 1 })),
      playlists: [{ name: 'Other', items: ids.map((workId) => ({ workId })) }],
      follows: [{ kind: 'artists', id: 'nobody', at }],
      hours: ids.map((workId) => ({ workId, hour: 1, seconds: 60 })),
    })
    expect(report.unmatched).toEqual([...ids, 'artists/nobody'])
    expect(report.unmatchedCount).toBe(3)
    expect(report.imported).toBe(1)
  })

  test('a table for spreadsheets goes out and comes back', async () => {
    const [from, to] = [await w.signIn(), await w.signIn()]
    await fill(from).catch(() => undefined)
    const { body, headers } = await exported(w, from, '/account/data.csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toBe(`\ufeffcode,status,rating,note\r\n${one},want,4,'=1+1\r\n`)
    const csv = `${body}nonsense;;\r\n${two},finished,,"two\r\nlines"\r\nRJ99999999,want,,\r\n`
    const report = await to.call(api.importOwnCsv, { body: { csv } })
    expect(report).toMatchObject({ imported: 2, unmatched: ['RJ99999999'] })
    expect(report.faults).toEqual([{ line: 3, fault: 'workIdExpected' }])
    const mark = await to.call(api.getMark, { params: { id: one } })
    expect(mark).toMatchObject({ progress: 'want', rating: 4, note: '=1+1' })
    expect(await to.call(api.importOwnCsv, { body: { csv } })).toMatchObject({ imported: 0, unchanged: 2 })
  })

  test('settings come back, and what is hidden already stays hidden', async () => {
    const { call } = await w.signIn()
    const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
    const rest = { ageFilterMode: 'no_limit' as const, filterDefaults: {} }
    await call(api.saveSettings, {
      body: { ...rest, policy: 'strict', excluded: { ...none, makers: [{ id: 'RG1' }] } },
    })
    await take(call, { settings: { ...rest, policy: 'off', excluded: none } })
    const settings = await call(api.getSettings, {})
    expect(settings.policy).toBe('off')
    expect(settings.excluded.makers.map(({ id }) => id)).toEqual(['RG1'])
  })

  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  test.each([
    ['another kind', '{"kind":"other","version":1}', 400],
    ['a later version', '{"kind":"koedana.own-data","version":2}', 400],
    ['a list', '[]', 400],
    ['unknown parts', '{"kind":"koedana.own-data","version":1,"users":[]}', 400],
    ['wrong kinds', '{"kind":"koedana.own-data","version":1,"marks":[{"id":7}]}', 400],
    ['a key of the prototype', '{"kind":"koedana.own-data","version":1,"__proto__":{"role":3}}', 400],
    ['broken JSON', '{"kind":"koedana.own-data","version":1,"marks":[', 400],
    ['great depth', `{"kind":"koedana.own-data","version":1,"settings":${deep}}`, 400],
    [
      'too many fields',
      `{"kind":"koedana.own-data","version":1,"marks":[${'{"id":"a"},'.repeat(20_000)}{}]}`,
      413,
    ],
    ['too many bytes', `{"kind":"koedana.own-data","version":1,"marks":"${'x'.repeat(1_100_000)}"}`, 413],
  ])('refuses %s', async (_name, payload, status) => {
    const { token } = await w.signIn()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/account/data', headers, payload })
    expect([response.statusCode, response.json().error]).toEqual([status, expect.any(String)])
  })
})
