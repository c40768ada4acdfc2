// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import type { ProgressReport } from '@koedana/contract/progress.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

const [open, adult] = ['RJ90000001', 'RJ90000002']
const fileOf = (id: string) => `file-${workKeyOf(id)}`
const works = [
  { id: open, name: '雨', ageCategory: 'all' as const },
  { id: adult, name: '夜', ageCategory: 'r18' as const },
]

interface Said extends Partial<Omit<ProgressReport, 'play'>> {
  readonly play?: Partial<ProgressReport['play']>
  readonly device?: string
  /** The device's clock; the machine's clock by default. */
  readonly deviceNow?: Date
}

async function report(call: Call, { deviceNow = new Date(), device = 'phone-0001', play, ...said }: Said) {
  const at = deviceNow.toISOString()
  const fileId = said.fileId ?? fileOf(open)
  const one = {
    playId: 'play-0001',
    n: 0,
    kind: 'beat' as const,
    fileId,
    position: 0,
    listened: 0,
    at,
    ...said,
  }
  const begun = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: false, ...play }
  const body = { deviceNow: at, device: { id: device, name: device }, reports: [{ ...one, play: begun }] }
  return (await call(api.saveProgress, { body })).items
}

async function stock({ make, deps }: World): Promise<void> {
  await make(works)
  await putInLibrary(deps.write, [open, adult])
  await deps.catalogue.caughtUp()
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await stock(w)
  })
  afterEach(() => w.close())

  test('what one device reports, another goes on from; nobody else learns of it', async () => {
    const listener = await w.signIn()
    const stranger = await w.signIn()
    const [saved] = await report(listener.call, { position: 41.25, listened: 41 })
    expect(saved).toMatchObject({
      workId: open,
      fileId: fileOf(open),
      position: 41.25,
      revision: 1,
      finished: false,
    })
    const read = await listener.call(api.getProgress, { params: { id: open } })
    expect(read).toEqual({
      progress: saved,
      tracks: [{ fileId: fileOf(open), position: 41.25, finished: false }],
    })
    expect(await stranger.call(api.getProgress, { params: { id: open } })).toEqual({
      progress: null,
      tracks: [],
    })
    expect((await stranger.call(api.listContinued, {})).items).toEqual([])
    await expect(w.call(api.getProgress, { params: { id: open } })).rejects.toMatchObject({ status: 401 })
  })

  test('a position behind the end of its file is its end, where that is known', async () => {
    const { call } = await w.signIn()
    expect(await report(call, { position: 5_000 })).toMatchObject([{ position: 60, finished: false }])
    expect((await call(api.listContinued, {})).items).toMatchObject([{ position: 60, left: 0 }])
    await w.deps.write.updateTable('track').set({ duration_seconds: null }).execute()
    expect(await report(call, { n: 1, position: 5_000 })).toMatchObject([{ position: 5_000 }])
  })

  test('a play of two people with one id is two plays', async () => {
    const [one, two] = [await w.signIn(), await w.signIn()]
    await report(one.call, { n: 9, position: 30 })
    expect(await report(two.call, { n: 0, position: 5 })).toMatchObject([{ position: 5 }])
  })

  test('files that are unknown, or of hidden works, change nothing and say nothing', async () => {
    const { call, user } = await w.signIn({ ageRestriction: 'r18' })
    await report(call, { fileId: fileOf(adult), position: 9 })
    expect((await call(api.listContinued, {})).items.map(({ work }) => work.id)).toEqual([adult])
    const keeper = await w.signIn({ role: 3 })
    await keeper.call(api.updateUser, { params: { id: user.id }, body: { ageRestriction: 'all' } })
    await w.deps.catalogue.caughtUp()
    const { token } = await w.deps.sessions.open(
      await w.deps.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow(),
      { address: '127.0.0.1', userAgent: 'test' },
    )
    const lowered = w.bearing(token)
    expect(await report(lowered, { playId: 'play-0002', fileId: fileOf(adult), position: 20 })).toEqual([])
    expect((await lowered(api.listContinued, {})).items).toEqual([])
    await expect(lowered(api.getProgress, { params: { id: adult } })).rejects.toMatchObject({ status: 404 })
    expect(await report(lowered, { playId: 'play-0003', fileId: 'no\0file' })).toEqual([])
    const kept = await w.deps.db.selectFrom('progress').select('position_ms').execute()
    expect(kept).toEqual([{ position_ms: 9_000 }])
  })

  test('what was begun is continued, with what is left, until it is finished', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await report(call, { position: 15 })
    await report(call, { playId: 'play-0002', fileId: fileOf(adult), position: 30 })
    const { items } = await call(api.listContinued, {})
    expect(items).toMatchObject([
      { work: { id: adult }, position: 30, left: 30, share: 0.5 },
      { work: { id: open }, position: 15, left: 45, share: 0.25 },
    ])
    expect((await call(api.listContinued, { query: { pageSize: 1 } })).items).toHaveLength(1)
    const [done] = await report(call, { n: 1, kind: 'finish', position: 60 })
    expect(done?.finished).toBe(true)
    expect((await call(api.listContinued, {})).items.map(({ work }) => work.id)).toEqual([adult])
    await w.deps.write.updateTable('track').set({ missing_at: new Date().toISOString() }).execute()
    expect((await call(api.listContinued, {})).items).toEqual([])
    const [again] = await report(call, {
      playId: 'play-0004',
      position: 0,
      play: { basedOn: 1, chosen: true },
    })
    expect(again).toMatchObject({ position: 0, finished: false, revision: 2 })
  })

  test('a device whose clock is a year off is understood by its difference', async () => {
    const { call } = await w.signIn()
    const behind = new Date(Date.now() - 365 * 24 * 3_600_000)
    await report(call, { position: 50 })
    const later = { playId: 'play-0002', device: 'desk-00001', deviceNow: behind, position: 55 }
    const [saved] = await report(call, { ...later, play: { basedOn: 1 } })
    expect(saved).toMatchObject({ position: 55, device: 'desk-00001' })
    expect(Math.abs(Date.parse(saved?.updatedAt ?? '') - Date.now())).toBeLessThan(3_600_000)
  })

  test('what was heard on two devices at once is offered', async () => {
    const { call } = await w.signIn()
    await w.deps.write.updateTable('track').set({ duration_seconds: 3_600 }).execute()
    const early = new Date(Date.now() - 600_000).toISOString()
    await report(call, { position: 2470, listened: 300, play: { startedAt: early } })
    const other = { playId: 'play-0002', device: 'desk-00001', position: 90, listened: 90 }
    const [saved] = await report(call, other)
    expect(saved).toMatchObject({ position: 90, other: { position: 2470, device: 'phone-0001' } })
    const [next] = await report(call, { playId: 'play-0003', position: 95, play: { basedOn: 2 } })
    expect(next?.other).toBeNull()
  })

  test('an account that was deleted meanwhile takes nobody else’s reports along', async () => {
    const [gone, stays] = [await w.signIn(), await w.signIn()]
    const users = await w.deps.db.selectFrom('user').select(['key', 'id']).execute()
    const keyOf = (id: string) => users.find((user) => user.id === id)?.key ?? 0
    await w.deps.write.deleteFrom('user').where('id', '=', gone.user.id).execute()
    const position = { trackId: fileOf(open), order: 0, ms: 5_000 }
    const batch = (id: string) => ({
      userKey: keyOf(id),
      device: { id: 'phone-0001', name: 'Phone' },
      deviceNowMs: 0,
      arrivalMs: 0,
      reports: [
        {
          n: 0,
          kind: 'beat' as const,
          position,
          listenedMs: 0,
          workKey: workKeyOf(open),
          deviceAtMs: 0,
          play: { id: 'play-0001', basedOn: 0, isChosen: false, start: position, deviceStartedMs: 0 },
        },
      ],
    })
    const { progressWriter } = w.deps
    // The first batch is written by itself; the other two share a transaction.
    const first = progressWriter.save(batch(stays.user.id))
    const refused = expect(progressWriter.save(batch(gone.user.id))).rejects.toThrow()
    await Promise.all([first, progressWriter.save(batch(stays.user.id)), refused])
    expect(await w.deps.db.selectFrom('progress').select('user_key').execute()).toEqual([
      { user_key: keyOf(stays.user.id) },
    ])
  })

  test('plays are kept for ninety days', async () => {
    const { call } = await w.signIn()
    await report(call, { position: 5 })
    await w.deps.write
      .updateTable('play')
      .set({ last_ms: Date.now() - 91 * 24 * 3_600_000 })
      .execute()
    await report(call, { playId: 'play-0002', position: 6, play: { basedOn: 1 } })
    expect(await w.deps.db.selectFrom('play').select('id').execute()).toEqual([{ id: 'play-0002' }])
  })

  test.each([
    ['position', { position: -1 }],
    ['position', { position: Number.MAX_VALUE }],
    ['n', { n: 1.5 }],
    ['playId', { playId: 'with space' }],
  ] as const)('a report with a wrong %s is refused by name', async (field, said) => {
    const { call } = await w.signIn()
    await expect(report(call, said)).rejects.toMatchObject({
      status: 400,
      body: { fields: { [`body.reports.0.${field}`]: expect.any(String) } },
    })
  })
})

describe('two servers', () => {
  onTwoNodes(() => {
    let nodes: TwoNodes | undefined
    afterEach(async () => {
      await nodes?.close()
      nodes = undefined
    })

    test('what a device reports to one is what the other goes on from, at once', async () => {
      nodes = await startTwoNodes()
      const { one, other } = nodes
      await stock(one)
      await nodes.followed()
      const { call, token } = await one.signIn()
      const elsewhere = other.bearing(token)
      await report(call, { position: 41 })
      const { progress } = await elsewhere(api.getProgress, { params: { id: open } })
      expect(progress?.position).toBe(41)
      nodes.clock.move(1_000)
      await Promise.all([
        report(call, { n: 1, position: 51 }),
        report(elsewhere, { playId: 'play-0002', device: 'desk-00001', position: 60, play: { basedOn: 1 } }),
      ])
      const now = await call(api.getProgress, { params: { id: open } })
      expect(now.progress).toMatchObject({ position: 60, revision: 2, device: 'desk-00001' })
    })
  })
})
