/** Tests offline playback sessions that arrive in separate requests and in any order (ADR 0035). */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AbsWorld, absWorld, rain, rainFile } from './testing/abs-world.ts'

const nowMs = Date.parse('2026-03-05T10:00:00.000Z')
const dayMs = 24 * 3_600_000

interface Kept {
  readonly id: string
  readonly daysAgo: number
  readonly from: number
  readonly to: number
  /** App clock minus server clock, in milliseconds. */
  readonly skewMs?: number
}

const deviceInfo = { deviceId: 'phone-0001', clientName: 'Abs Android', deviceName: 'Phone' }

const kept = ({ id, daysAgo, from, to, skewMs = 0 }: Kept) => {
  const startedAt = nowMs - daysAgo * dayMs + skewMs
  return {
    id,
    libraryItemId: rain,
    mediaType: 'book',
    deviceInfo,
    startTime: from,
    currentTime: to,
    timeListening: to - from,
    startedAt,
    updatedAt: startedAt + (to - from) * 1000,
  }
}

const [first, second] = [
  { id: 'LOCAL-1', daysAgo: 3, from: 0, to: 40 },
  { id: 'LOCAL-2', daysAgo: 2, from: 40, to: 110 },
]

eachEngine((engine) => {
  let here: AbsWorld
  beforeEach(async () => {
    here = await absWorld(engine, { now: () => new Date(nowMs) })
  })
  afterEach(() => here.close())

  const enter = async () => {
    const { owner, act } = await here.enter()
    const at = new Date(nowMs - dayMs).toISOString()
    const play = { basedOn: 0, startedAt: at, fileId: rainFile, position: 20, chosen: true }
    const report = {
      playId: 'desk-play-1',
      n: 0,
      kind: 'seek' as const,
      fileId: rainFile,
      position: 20,
      listened: 0,
      at,
      play,
    }
    const device = { id: 'desk-00001', name: 'Desk' }
    await owner.call(api.saveProgress, {
      body: { deviceNow: new Date(nowMs).toISOString(), device, reports: [report] },
    })
    const place = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    const starts = async () =>
      (await here.w.deps.db.selectFrom('play').select('started_ms').orderBy('started_ms').execute()).map(
        (row) => Number(row.started_ms),
      )
    return { act, place, starts }
  }

  const routes: readonly { readonly path: string; readonly bodyOf: (one: object) => object }[] = [
    { path: '/api/session/local', bodyOf: (one) => one },
    { path: '/api/session/local-all', bodyOf: (one) => ({ sessions: [one], deviceInfo }) },
  ]

  for (const { path, bodyOf } of routes)
    for (const order of [
      [first, second],
      [second, first],
    ])
      test(`${path}: ${order.map(({ id }) => id).join(' before ')} keeps a newer position of another device`, async () => {
        const { act, place, starts } = await enter()
        for (const one of order) expect(await act('POST', path, bodyOf(kept(one)))).toBe(200)
        expect(await place()).toMatchObject({ position: 20, device: 'Desk' })
        expect(await starts()).toEqual([3, 2, 1].map((days) => nowMs - days * dayMs))
        const hours = await here.w.deps.db
          .selectFrom('listening_hour')
          .select(['hour', 'listened_ms'])
          .execute()
        expect(hours.reduce((sum, row) => sum + Number(row.listened_ms), 0)).toBe(110_000)
        for (const { hour } of hours) expect(Number(hour) * 3_600_000).toBeLessThan(nowMs - dayMs)
      })

  test('session/local-all: a clock that is ahead keeps the distances between the sessions of a batch', async () => {
    const { act, place, starts } = await enter()
    const skewMs = 2 * 3_600_000
    const today = { id: 'LOCAL-3', daysAgo: 0, from: 0, to: 5, skewMs }
    const sessions = [{ ...second, skewMs }, today].map(kept)
    expect(await act('POST', '/api/session/local-all', { sessions, deviceInfo })).toBe(200)
    expect(await place()).toMatchObject({ position: 20, device: 'Desk' })
    // The latest time in the batch is taken as the time of sending.
    expect(await starts()).toEqual([nowMs - 2 * dayMs - 5_000, nowMs - dayMs, nowMs - 5_000])
  })

  test('session/local-all: an instant that no clock shows moves no other session', async () => {
    const { act, starts } = await enter()
    const broken = {
      ...kept({ id: 'LOCAL-4', daysAgo: 0, from: 0, to: 5 }),
      startedAt: 8e15,
      updatedAt: 9e15,
    }
    const sessions = [kept(second), broken]
    expect(await act('POST', '/api/session/local-all', { sessions, deviceInfo })).toBe(200)
    expect(await starts()).toEqual([nowMs - 2 * dayMs, nowMs - dayMs, nowMs - 5_000])
  })

  test('a position that was set before a work was started over does not come back', async () => {
    const { act, place } = await enter()
    expect(await act('DELETE', `/api/me/progress/${rain}`)).toBe(200)
    const stale = { currentTime: 44, lastUpdate: nowMs - 2 * dayMs }
    expect(await act('PATCH', `/api/me/progress/${rain}`, stale)).toBe(200)
    expect(await place()).toMatchObject({ position: 0 })
  })
})
