import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { maxPauses } from './hours.store.ts'

const [open, other, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const maker = { id: 'm1', name: 'Rain Studio' }
const voice = [{ id: 'a1', name: 'Haruka' }]
const works = [
  { id: open, name: 'rain', ageCategory: 'all' as const, maker, artists: voice },
  { id: other, name: 'wind', ageCategory: 'all' as const, maker },
  {
    id: adult,
    name: 'night',
    ageCategory: 'r18' as const,
    maker: { id: 'm2', name: 'Night Studio' },
    artists: voice,
  },
]
const hour = 3_600_000
const day = 24 * hour

interface Heard {
  readonly workId: string
  readonly playId: string
  /** The start and end of the play, in milliseconds before now. */
  readonly from: number
  readonly to: number
  readonly n?: number
  readonly seconds: number
  /** The device's clock; the machine's clock by default. */
  readonly nowMs?: number
}

async function hear(call: Call, heard: Heard): Promise<void> {
  const { workId, playId, from, to, n = 0, seconds, nowMs = Date.now() } = heard
  const at = (ago: number) => new Date(nowMs - ago).toISOString()
  const fileId = `file-${workKeyOf(workId)}`
  const play = { basedOn: 0, startedAt: at(from), fileId, position: 0, chosen: true }
  const report = {
    playId,
    n,
    kind: 'pause' as const,
    fileId,
    play,
    at: at(to),
    position: 5,
    listened: seconds,
  }
  const device = { id: `phone-${playId}`, name: 'Phone' }
  await call(api.saveProgress, { body: { deviceNow: at(0), device, reports: [report] } })
}

const year = () => ({
  from: new Date(Date.now() - 365 * day).toISOString(),
  to: new Date(Date.now() + day).toISOString(),
})
const statistics = (call: Call) => call(api.getStatistics, { query: year() })
const secondsIn = async (call: Call) =>
  (await statistics(call)).hours.reduce((all, { seconds }) => all + seconds, 0)

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [open, other, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  test('an hour is in one of two years that meet in it, as they do in India', async () => {
    const { call } = await w.signIn()
    await hear(call, { workId: open, playId: 'play-0001', from: 3 * hour, to: hour, seconds: 7_000 })
    const heard = (await statistics(call)).hours
    const half = (heard[0]?.hour ?? 0) * hour + hour / 2
    const between = (from: number, to: number) =>
      call(api.getStatistics, {
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      })
    const [before, after] = [await between(half - day, half), await between(half, half + day)]
    expect([...before.hours, ...after.hours]).toEqual(heard)
    expect(before.hours).toHaveLength(1)
  })

  test('are sums of what was heard, by hour, work, maker and artist, and nobody else’s', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const stranger = await w.signIn({ ageRestriction: 'r18' })
    await hear(call, { workId: open, playId: 'play-0001', from: 10 * hour, to: 8 * hour, seconds: 5_400 })
    await hear(call, { workId: other, playId: 'play-0002', from: 3 * hour, to: 2 * hour, seconds: 600 })
    await hear(call, { workId: adult, playId: 'play-0003', from: 2 * hour, to: hour, seconds: 900 })
    const all = await statistics(call)
    expect(all.workCount).toBe(3)
    expect(all.works.map(({ work, seconds }) => [work.id, seconds])).toEqual([
      [open, 5_400],
      [adult, 900],
      [other, 600],
    ])
    expect(all.makers).toEqual([
      { id: 'm1', name: 'Rain Studio', seconds: 6_000 },
      { id: 'm2', name: 'Night Studio', seconds: 900 },
    ])
    expect(all.artists).toEqual([{ id: 'a1', name: 'Haruka', seconds: 6_300 }])
    expect(all.hours.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(6_900)
    expect(all.hours.every(({ seconds }) => seconds <= 3_600)).toBe(true)
    expect(Date.parse(all.since ?? '')).toBeLessThan(Date.now() - 8 * hour)
    expect(await statistics(stranger.call)).toEqual({
      since: null,
      hours: [],
      workCount: 0,
      works: [],
      makers: [],
      artists: [],
    })
    await expect(w.call(api.getStatistics, { query: year() })).rejects.toMatchObject({ status: 401 })
  })

  test('what is hidden by now is named nowhere, and counted nowhere', async () => {
    const account = { username: 'haruka', password: 'lantern moss 7' }
    const before = await w.signIn({ ...account, ageRestriction: 'r18' })
    await hear(before.call, { workId: open, playId: 'play-0001', from: hour, to: 0, seconds: 60 })
    await hear(before.call, { workId: adult, playId: 'play-0002', from: hour, to: 0, seconds: 600 })
    const admin = await w.signIn({ role: 3 })
    await admin.call(api.updateUser, { params: { id: before.user.id }, body: { ageRestriction: 'all' } })
    const call = w.bearing((await w.call(api.login, { body: account })).token)
    const seen = await statistics(call)
    expect(JSON.stringify(seen)).not.toContain('Night')
    expect(seen).toMatchObject({ workCount: 1, artists: [{ seconds: 60 }] })
    expect(await secondsIn(call)).toBeCloseTo(60)
  })

  test('a report that comes twice counts once, a later one of the same play for what it adds', async () => {
    const { call } = await w.signIn()
    const play = { workId: open, playId: 'play-0001', from: hour, to: 1_000 }
    for (const _ of [1, 2]) await hear(call, { ...play, n: 3, seconds: 30 })
    await hear(call, { ...play, n: 2, seconds: 20 })
    await hear(call, { ...play, n: 4, seconds: 50 })
    expect(await secondsIn(call)).toBeCloseTo(50)
  })

  test('hours stay when plays are too old to be kept, and go when they are forgotten', async () => {
    const { call } = await w.signIn()
    await hear(call, {
      workId: open,
      playId: 'play-0001',
      from: 200 * day,
      to: 200 * day - hour,
      seconds: 500,
    })
    await hear(call, { workId: open, playId: 'play-0002', from: 2 * hour, to: hour, seconds: 100 })
    await hear(call, { workId: other, playId: 'play-0003', from: 2 * hour, to: hour, seconds: 10 })
    expect((await call(api.listHistory, {})).total).toBe(2)
    expect(await secondsIn(call)).toBeCloseTo(610)
    await call(api.forgetPlay, { params: { id: 'play-0002' } })
    expect(await secondsIn(call)).toBeCloseTo(510)
    await call(api.forgetHistory, { query: { workId: open } })
    expect(await secondsIn(call)).toBeCloseTo(10)
    await call(api.forgetHistory, {})
    expect(await statistics(call)).toMatchObject({ since: null, hours: [] })
  })

  test('works are filtered by when they were heard, for their listener alone, and anew once that is forgotten', async () => {
    const { call } = await w.signIn()
    const stranger = await w.signIn()
    await hear(call, { workId: open, playId: 'play-0001', from: 2 * hour, to: hour, seconds: 60 })
    await hear(call, { workId: other, playId: 'play-0002', from: 20 * day, to: 20 * day - hour, seconds: 60 })
    const idsOf = async (own: Call, heardWithin: 'daily' | 'monthly') =>
      (await own(api.listWorks, { query: { heardWithin } })).items.map(({ id }) => id).sort()
    expect(await idsOf(call, 'daily')).toEqual([open])
    expect(await idsOf(call, 'monthly')).toEqual([open, other])
    expect(await idsOf(stranger.call, 'monthly')).toEqual([])
    expect(await idsOf(w.call, 'monthly')).toEqual([])
    expect(await call(api.getFacets, { query: { heardWithin: 'daily', facets: ['makers'] } })).toMatchObject({
      total: 1,
    })
    await call(api.forgetHistory, { query: { workId: open } })
    expect(await idsOf(call, 'daily')).toEqual([])
    expect(await idsOf(call, 'monthly')).toEqual([other])
  })

  test('while recording is paused nothing is known of what is heard, and of plays that ran into it later neither', async () => {
    const { call } = await w.signIn()
    const listening = { workId: open, playId: 'play-0001', from: 60_000, to: 30_000 }
    await hear(call, { ...listening, seconds: 30 })
    expect(await call(api.getRecording, {})).toEqual({ pausedAt: null })
    const { pausedAt } = await call(api.saveRecording, { body: { paused: true } })
    expect(pausedAt).toEqual(expect.any(String))
    expect(await call(api.saveRecording, { body: { paused: true } })).toEqual({ pausedAt })
    await hear(call, { ...listening, to: 0, n: 1, seconds: 60 })
    await hear(call, { workId: other, playId: 'play-0002', from: 0, to: 0, seconds: 40 })
    expect(await secondsIn(call)).toBeCloseTo(30)
    expect((await call(api.listHistory, {})).total).toBe(1)
    expect((await call(api.getProgress, { params: { id: other } })).progress).toBeNull()
    expect(await call(api.saveRecording, { body: { paused: false } })).toEqual({ pausedAt: null })
    await hear(call, { ...listening, to: 0, n: 2, seconds: 90 })
    expect(await secondsIn(call)).toBeCloseTo(30)
    await hear(call, { workId: other, playId: 'play-0003', from: -5_000, to: -6_000, seconds: 7 })
    expect(await secondsIn(call)).toBeCloseTo(37)
  })

  test('what was heard in a pause stays unknown when it is sent after later pauses, for as long as plays are known', async () => {
    const firstMs = Date.now()
    let nowMs = firstMs
    const moved = await startTestServer(engine, { now: () => new Date(nowMs) })
    await moved.make(works)
    await putInLibrary(moved.deps.write, [open])
    await moved.deps.catalogue.caughtUp()
    const { call } = await moved.signIn()
    const pauseForHour = async () => {
      await call(api.saveRecording, { body: { paused: true } })
      nowMs += hour
      await call(api.saveRecording, { body: { paused: false } })
      nowMs += hour
    }
    const heard = (atMs: number, playId: string) =>
      hear(call, {
        workId: open,
        playId,
        from: nowMs - atMs,
        to: nowMs - atMs - 60_000,
        seconds: 60,
        nowMs,
      })
    const playsKnown = async () => (await call(api.listHistory, {})).total
    await pauseForHour()
    await pauseForHour()
    await heard(firstMs + hour / 2, 'play-0001')
    await heard(firstMs + 2.5 * hour, 'play-0002')
    expect(await playsKnown()).toBe(0)
    await heard(firstMs + 1.5 * hour, 'play-0003')
    expect(await playsKnown()).toBe(1)

    const pauses = () => moved.deps.write.selectFrom('recording_pause').select('paused_ms').execute()
    const old = { paused_ms: nowMs - 91 * day, resumed_ms: nowMs - 90 * day - 1 }
    const { user_key } = await moved.deps.write
      .selectFrom('recording_pause')
      .select('user_key')
      .executeTakeFirstOrThrow()
    await moved.deps.write
      .insertInto('recording_pause')
      .values({ user_key, ...old })
      .execute()
    expect(await pauses()).toHaveLength(3)
    await pauseForHour()
    expect((await pauses()).map(({ paused_ms }) => paused_ms - firstMs).toSorted((a, b) => a - b)).toEqual([
      0,
      2 * hour,
      4 * hour,
    ])

    // A person who toggles the pause all day must not slow down their own reports.
    const minutes = Array.from({ length: maxPauses }, (_, at) => firstMs - (at + 1) * 60_000)
    await moved.deps.write
      .insertInto('recording_pause')
      .values(minutes.map((paused_ms) => ({ user_key, paused_ms, resumed_ms: paused_ms + 30_000 })))
      .execute()
    await call(api.saveRecording, { body: { paused: true } })
    const kept = (await pauses()).map(({ paused_ms }) => paused_ms)
    expect(kept).toHaveLength(maxPauses)
    expect(Math.max(...kept)).toBe(nowMs)
    expect(Math.min(...kept)).toBe(minutes[maxPauses - 5])
    await moved.close()
  })
})
