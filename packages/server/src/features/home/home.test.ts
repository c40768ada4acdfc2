// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Home } from '@koedana/contract/home-page.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import type { ReportKind } from '@koedana/contract/progress.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [rain, night] = [
  { id: 'g1', name: 'Rain' },
  { id: 'g2', name: 'Night' },
]
const series = { id: 's1', name: 'Lantern' }
const house = { id: 'm1', name: 'House' }
const idOf = (number: number) => `RJ900000${String(number).padStart(2, '0')}`

/** Twenty works: six in a series of one circle (four in the library, the third R18), and six similar works that share an artist. */
const works: FeedWork[] = Array.from({ length: 20 }, (_, at) => ({
  id: idOf(at + 1),
  name: `work ${at + 1}`,
  ageCategory: at === 2 || at === 9 ? 'r18' : 'all',
  releaseDate: `2026-10-${String(at + 1).padStart(2, '0')}`,
  maker: at < 6 ? house : { id: `m${at + 1}`, name: `Circle ${at + 1}` },
  ...(at < 6 && { series }),
  ...(at >= 6 && at < 14 && { artists: [{ id: 'a1', name: 'Haruka' }], genres: [rain] }),
  ...(at >= 14 && { genres: [night] }),
}))

async function hear(
  call: Call,
  now: Date,
  { id, kind = 'pause' as ReportKind, position = 5 }: { id: string; kind?: ReportKind; position?: number },
) {
  const at = now.toISOString()
  const fileId = `file-${workKeyOf(id)}`
  const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
  const report = { playId: `play-${id}-${kind}`, n: 0, kind, fileId, position, listened: position, at, play }
  const device = { id: 'phone-0001', name: 'Phone' }
  await call(api.saveProgress, { body: { deviceNow: at, device, reports: [report] } })
}

/** Returns all work IDs in the response, in the order of the page. */
const standing = ({ latest, added, rising, own }: Home) =>
  [
    ...(own?.continued ?? []).map(({ work }) => work),
    ...(own?.sets ?? []).flatMap(({ items }) => items),
    ...(own?.followed ?? []),
    ...(own?.because?.items ?? []).map(({ work }) => work),
    ...added,
    ...rising,
    ...latest,
  ].map(({ id }) => id)

eachEngine((engine) => {
  let w: World
  let now = new Date('2026-11-20T20:00:00.000Z')
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000)
  }
  beforeEach(async () => {
    now = new Date('2026-11-20T20:00:00.000Z')
    w = await startTestServer(engine, { now: () => now })
    await w.make(works)
    await putInLibrary(w.deps.write, [1, 2, 3, 4, 7, 8, 10, 15, 16].map(idOf))
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())
  const home = (call: Call) => call(api.getHome, {})

  test('visitors get what is new, announcements and nothing of anybody’s own', async () => {
    const admin = await w.signIn({ role: 3 })
    await admin.call(api.createAnnouncement, { body: { title: 'Quiet hours', content: '' } })
    const page = await home(w.call)
    expect(page.own).toBeNull()
    expect(page.announcements).toMatchObject([{ title: 'Quiet hours', isRead: null }])
    expect(page.rows).toEqual(['latest', 'added'])
    expect(new Set(standing(page)).size).toBe(standing(page).length)
    expect(JSON.stringify(page)).not.toContain(idOf(3))
  })

  test('a listener finds what goes on, with its track and what is left, and what they put away nowhere', async () => {
    const { call } = await w.signIn()
    await hear(call, now, { id: idOf(7), position: 20 })
    later(0.1)
    await hear(call, now, { id: idOf(8), position: 15 })
    const { own } = await home(call)
    expect(own?.continued).toMatchObject([
      { work: { id: idOf(8) }, left: 45, track: { title: 'one', number: 1, count: 1 } },
      { work: { id: idOf(7) }, left: 40 },
    ])
    expect(own?.hours.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(35)
    await call(api.saveMark, { params: { id: idOf(8) }, body: { progress: 'postponed' } })
    expect((await home(call)).own?.continued.map(({ work }) => work.id)).toEqual([idOf(7)])
    expect((await call(api.listContinued, {})).items.map(({ work }) => work.id)).toEqual([idOf(7)])
  })

  test('what is alike to a work that was finished has its reasons, and nothing that was heard', async () => {
    const { call } = await w.signIn()
    await hear(call, now, { id: idOf(7), kind: 'finish' })
    await hear(call, now, { id: idOf(8) })
    const { own, rows } = await home(call)
    expect(rows).toContain('because')
    expect(own?.because?.work.id).toBe(idOf(7))
    const ids = own?.because?.items.map(({ work }) => work.id) ?? []
    expect(ids).toHaveLength(5)
    expect(ids).not.toContain(idOf(8))
    expect(ids).not.toContain(idOf(10))
    const names = own?.because?.items.map(({ reasons }) => reasons.map(({ name }) => name).sort())
    expect(names).toEqual(Array(5).fill(['Haruka', 'Rain']))
  })

  test('what was heard of a work that is hidden by now weighs nothing', async () => {
    await w.make([{ id: idOf(14), genres: [rain, night] }])
    const [one, other] = [await w.signIn(), await w.signIn()]
    const suggestedTo = async ({ call }: typeof one) =>
      (await home(call)).own?.because?.items.map(({ work }) => work.id)
    await hear(one.call, now, { id: idOf(15), position: 55 })
    later(0.1)
    for (const { call } of [one, other]) await hear(call, now, { id: idOf(7), kind: 'finish' })
    expect((await suggestedTo(one))?.[0]).toBe(idOf(14))
    await w.make([{ id: idOf(15), ageCategory: 'r18' }])
    expect(await suggestedTo(one)).toEqual(await suggestedTo(other))
  })

  test('what is missing of a series is counted and shown by what the viewer may see', async () => {
    const young = await w.signIn()
    const grown = await w.signIn({ ageRestriction: 'r18' })
    const setsOf = async ({ call }: typeof young) =>
      (await home(call)).own?.sets.map(({ name, ownedCount, workCount, items }) => ({
        ...{ name, ownedCount, workCount },
        missing: items.filter(({ inLibrary }) => !inLibrary).map(({ id }) => id),
      }))
    const missing = [idOf(5), idOf(6)]
    expect(await setsOf(young)).toEqual([{ name: 'Lantern', ownedCount: 3, workCount: 5, missing }])
    expect(await setsOf(grown)).toEqual([{ name: 'Lantern', ownedCount: 4, workCount: 6, missing }])
  })

  test('a work stands once, whatever rows there are', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await call(api.follow, { params: { kind: 'artists', id: 'a1' } })
    await hear(call, now, { id: idOf(15) })
    await hear(call, now, { id: idOf(7), kind: 'finish' })
    const page = await home(call)
    expect(page.own?.followed.length).toBeGreaterThanOrEqual(4)
    expect(new Set(standing(page)).size).toBe(standing(page).length)
  })

  test('what a ceiling or own choices hide is in no row, no reason and no count', async () => {
    const account = { username: 'haruka', password: 'lantern moss 7' }
    const { call, user } = await w.signIn({ ...account, ageRestriction: 'r18' })
    for (const id of [idOf(3), idOf(10)]) await hear(call, now, { id })
    await hear(call, now, { id: idOf(10), kind: 'finish' })
    await call(api.visitHome, {})
    const before = await home(call)
    expect(standing(before)).toContain(idOf(3))
    expect(before.own?.because?.work.id).toBe(idOf(10))
    await call(api.follow, { params: { kind: 'artists', id: 'a1' } })
    expect(standing(await home(call))).toContain(idOf(14))
    const admin = await w.signIn({ role: 3 })
    await admin.call(api.updateUser, { params: { id: user.id }, body: { ageRestriction: 'all' } })
    const lowered = w.bearing((await w.call(api.login, { body: account })).token)
    const after = await home(lowered)
    for (const id of [idOf(3), idOf(10)]) expect(JSON.stringify(after)).not.toContain(id)
    expect(after).toMatchObject({ workCount: 18, libraryCount: 7, own: { because: null, hours: [] } })
    const excluded = { makers: [], series: [], artists: [{ id: 'a1' }], illustrators: [], genres: [] }
    const choices = { policy: 'moderate' as const, ageFilterMode: 'no_limit' as const, filterDefaults: {} }
    await lowered(api.saveSettings, { body: { ...choices, excluded } })
    const chosen = await home(lowered)
    expect(JSON.stringify({ ...chosen, hidden: 0 })).not.toContain('Haruka')
    expect(chosen.own?.followed).toEqual([])
    const strict = await call(api.getHome, { query: { ageFilterMode: 'adults_only' } }).catch(() => undefined)
    expect(standing(strict ?? after)).not.toContain(idOf(10))
  })

  test('what arrived since the visit before is counted, and reading the page is no visit', async () => {
    const { call } = await w.signIn()
    expect((await home(call)).own?.addedSince).toBeNull()
    await call(api.visitHome, {})
    const seen = now.toISOString()
    later(5)
    const arrived = { in_library: 1, added_at: now.toISOString() }
    const keys = [idOf(17), idOf(18)].map(workKeyOf)
    await w.deps.write.updateTable('work').set(arrived).where('key', 'in', keys).execute()
    await w.make([
      { id: idOf(17), name: 'again' },
      { id: idOf(18), name: 'too' },
    ])
    for (const _ of [1, 2]) expect((await home(call)).own?.addedSince).toEqual({ at: seen, count: 2 })
    await call(api.visitHome, {})
    later(1)
    expect((await home(call)).own?.addedSince).toEqual({ at: seen, count: 2 })
    later(6)
    expect((await home(call)).own?.addedSince).toMatchObject({ count: 0 })
  })

  test('rows are put in an order and hidden, for their owner alone', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    const layout = await call(api.saveHomeLayout, { body: { order: ['latest', 'week'], hidden: ['sets'] } })
    expect(layout.order.slice(0, 3)).toEqual(['latest', 'week', 'followed'])
    const page = await home(call)
    expect(page.rows.slice(0, 2)).toEqual(['latest', 'week'])
    expect(page.rows).not.toContain('sets')
    expect(page.own?.sets).toEqual([])
    expect((await home(other.call)).rows).toContain('sets')
    const twice = {
      order: ['week', 'week', 'week', 'week', 'week', 'week', 'week', 'week'] as const,
      hidden: [],
    }
    const tooLong = call(api.saveHomeLayout, { body: { ...twice, order: [...twice.order] } })
    await expect(tooLong).rejects.toMatchObject({ status: 400 })
    await expect(w.call(api.visitHome, {})).rejects.toMatchObject({ status: 401 })
  })

  test('what sells more than before rises, once there are two days of numbers', async () => {
    const sold = (more: number) =>
      [7, 8, 9, 11, 12].map((number) => ({ id: idOf(number), sales: 100 + number * more }))
    await w.make(sold(0), new Date(now.getTime() - 86_400_000).toISOString())
    expect((await home(w.call)).rows).not.toContain('rising')
    await w.make(sold(2))
    const page = await home(w.call)
    expect(page.rows).toContain('rising')
    expect(page.risingPeriod).toBe('daily')
    expect(page.risingSold).toHaveLength(page.rising.length)
    expect(new Set(standing(page)).size).toBe(standing(page).length)
  })

  test('what was never heard is a filter of its own', async () => {
    const { call } = await w.signIn()
    await hear(call, now, { id: idOf(15) })
    const listed = async (heard: boolean) =>
      (await call(api.listWorks, { query: { heard, inLibrary: true } })).items.map(({ id }) => id).sort()
    expect(await listed(true)).toEqual([idOf(15)])
    expect(await listed(false)).toEqual([1, 2, 4, 7, 8, 16].map(idOf))
  })
})
