import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [open, other, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const works = [
  { id: open, name: 'rain', ageCategory: 'all' as const },
  { id: other, name: 'wind', ageCategory: 'all' as const },
  { id: adult, name: 'night', ageCategory: 'r18' as const },
]
const minute = 60_000

interface Heard {
  readonly workId: string
  readonly playId: string
  /** Minutes before now. */
  readonly ago: number
  readonly from?: number
  readonly to?: number
}

/** Reports a play like a device that was offline meanwhile. */
async function reportPlay(call: Call, { workId, playId, ago, from = 0, to = 300 }: Heard): Promise<void> {
  const now = Date.now()
  const at = (minutes: number) => new Date(now - minutes * minute).toISOString()
  const fileId = `file-${workKeyOf(workId)}`
  const play = { basedOn: 0, startedAt: at(ago), fileId, position: from, chosen: true }
  const report = { playId, kind: 'pause' as const, fileId, play, at: at(ago - 5) }
  const reports = [{ ...report, n: 1, position: to, listened: to - from }]
  const device = { id: `phone-${playId}`, name: 'Phone' }
  await call(api.saveProgress, { body: { deviceNow: at(0), device, reports } })
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [open, other, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  const idsOf = async (call: Call) => (await call(api.listHistory, {})).items.map(({ id }) => id)

  test('is what was played, the latest first, in pages, and nobody else’s', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const stranger = await w.signIn({ ageRestriction: 'r18' })
    await reportPlay(call, { workId: open, playId: 'play-0001', ago: 60, from: 10, to: 58 })
    await reportPlay(call, { workId: adult, playId: 'play-0002', ago: 20 })
    await reportPlay(call, { workId: other, playId: 'play-0003', ago: 40 })
    const { items, ...rest } = await call(api.listHistory, {})
    expect(rest).toEqual({ total: 3, page: 1, pageSize: 24 })
    expect(items.map(({ id, work }) => [id, work.id])).toEqual([
      ['play-0002', adult],
      ['play-0003', other],
      ['play-0001', open],
    ])
    const [, , oldest] = items
    const fileId = `file-${workKeyOf(open)}`
    expect(oldest).toMatchObject({
      start: { fileId, position: 10 },
      end: { fileId, position: 58 },
      listened: 48,
    })
    expect(oldest?.start.trackTitle).toEqual(expect.any(String))
    expect(Date.parse(oldest?.endedAt ?? '') - Date.parse(oldest?.startedAt ?? '')).toBe(5 * minute)
    const second = await call(api.listHistory, { query: { page: 2, pageSize: 2 } })
    expect(second).toMatchObject({ total: 3, items: [{ id: 'play-0001' }] })
    expect(await idsOf(stranger.call)).toEqual([])
    await expect(w.call(api.listHistory, {})).rejects.toMatchObject({ status: 401 })
  })

  test('what is hidden by now is neither listed nor counted', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await reportPlay(call, { workId: other, playId: 'play-0001', ago: 60 })
    await reportPlay(call, { workId: open, playId: 'play-0002', ago: 30 })
    await w.make([{ id: other, name: 'wind', ageCategory: 'r18' }])
    await call(api.saveSettings, {
      body: {
        policy: 'strict',
        ageFilterMode: 'no_limit',
        filterDefaults: {},
        excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
      },
    })
    expect(await call(api.listHistory, {})).toMatchObject({ total: 1, items: [{ id: 'play-0002' }] })
  })

  test('what a file is called that belongs to another work is not told: that work may be hidden', async () => {
    const { call } = await w.signIn({ ageRestriction: 'all' })
    await reportPlay(call, { workId: open, playId: 'play-0001', ago: 60 })
    const at = new Date().toISOString()
    const fileId = `file-${workKeyOf(adult)}`
    const play = { id: 'play-0002', workId: open, fileId, startedAt: at, endedAt: at, start: 0, end: 1 }
    const plays = [{ ...play, listened: 1, device: 'Phone' }]
    await call(api.importOwnData, { body: { kind: 'koedana.own-data', version: 1, plays } })
    // A scan found the file of the other play in another work.
    const moved = { work_key: workKeyOf(adult), title: 'told to nobody' }
    await w.deps.write.updateTable('track').set(moved).where('work_key', '=', workKeyOf(open)).execute()
    const { items } = await call(api.listHistory, {})
    expect(items.map(({ id, start, end }) => [id, start.trackTitle, end.trackTitle])).toEqual([
      ['play-0002', null, null],
      ['play-0001', null, null],
    ])
  })

  test('one play is forgotten and the position stays; a work is forgotten with its position', async () => {
    const { call } = await w.signIn()
    const stranger = await w.signIn()
    await reportPlay(call, { workId: open, playId: 'play-0001', ago: 60 })
    await reportPlay(call, { workId: open, playId: 'play-0002', ago: 30 })
    await reportPlay(call, { workId: other, playId: 'play-0003', ago: 10 })
    await reportPlay(stranger.call, { workId: open, playId: 'play-0001', ago: 60 })
    await call(api.forgetPlay, { params: { id: 'play-0002' } })
    await call(api.forgetPlay, { params: { id: 'nobody-knows' } })
    expect(await idsOf(call)).toEqual(['play-0003', 'play-0001'])
    expect((await call(api.getProgress, { params: { id: open } })).progress).not.toBeNull()
    await call(api.forgetHistory, { query: { workId: open } })
    expect(await idsOf(call)).toEqual(['play-0003'])
    expect(await call(api.getProgress, { params: { id: open } })).toEqual({ progress: null, tracks: [] })
    await call(api.forgetHistory, {})
    expect(await idsOf(call)).toEqual([])
    expect((await call(api.listContinued, {})).items).toEqual([])
    expect(await idsOf(stranger.call)).toEqual(['play-0001'])
  })

  test('a play whose file is gone is still told, without a title', async () => {
    const { call } = await w.signIn()
    await reportPlay(call, { workId: open, playId: 'play-0001', ago: 60 })
    await w.deps.write.updateTable('track').set({ missing_at: '2026-01-01T00:00:00.000Z' }).execute()
    const { items } = await call(api.listHistory, {})
    expect(items).toMatchObject([{ id: 'play-0001', end: { trackTitle: null } }])
  })
})
