// @module-tag large
/** Devices send plays recorded offline, in several batches and in any order (ADR 0035). */
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import type { ProgressReport } from '@koedana/contract/progress.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [wanted, filler] = ['RJ90000001', 'RJ90000002']
const fileOf = (id: string) => `file-${workKeyOf(id)}`
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const [minuteMs, hourMs] = [60_000, 3_600_000]
/** The web client sends this many reports at once. */
const batchSize = 100

interface Sent {
  readonly device: string
  /** Device clock minus server clock. */
  readonly skewMs: number
  readonly reports: readonly ProgressReport[]
}

interface Played {
  readonly id: string
  readonly workId: string
  readonly startedMs: number
  readonly skewMs: number
  readonly position: number
  readonly listened: number
}

/** Returns the only kept report of a play that ran offline. */
function createOfflineReport({ id, workId, startedMs, skewMs, position, listened }: Played): ProgressReport {
  const fileId = fileOf(workId)
  const instant = (ms: number) => new Date(ms + skewMs).toISOString()
  return {
    playId: id,
    n: 7,
    kind: 'pause',
    fileId,
    position,
    listened,
    at: instant(startedMs + listened * 1000),
    play: {
      basedOn: 0,
      startedAt: instant(startedMs),
      fileId,
      position: position - listened,
      chosen: false,
    },
  }
}

/** 150 plays over three days. The play under test is two days old and in the second batch. */
function createThreeDaysOfReports(skewMs: number): ProgressReport[] {
  const first = nowMs - 72 * hourMs
  const others = Array.from({ length: 149 }, (_, at) =>
    createOfflineReport({
      id: `other-${String(at).padStart(4, '0')}`,
      workId: filler,
      startedMs: first + at * 10 * minuteMs,
      skewMs,
      position: 30,
      listened: 20,
    }),
  )
  const old = createOfflineReport({
    id: 'phone-old-play',
    workId: wanted,
    startedMs: nowMs - 48 * hourMs,
    skewMs,
    position: 1_800,
    listened: 1_200,
  })
  return [...others.slice(0, 120), old, ...others.slice(120)]
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { now: () => new Date(nowMs) })
    await w.make([
      { id: wanted, name: 'rain', ageCategory: 'all' },
      { id: filler, name: 'wind', ageCategory: 'all' },
    ])
    await putInLibrary(w.deps.write, [wanted, filler])
    await w.deps.write.updateTable('track').set({ duration_seconds: 7_200 }).execute()
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  const send = (call: Call, { device, skewMs, reports }: Sent) =>
    call(api.saveProgress, {
      body: {
        deviceNow: new Date(nowMs + skewMs).toISOString(),
        device: { id: device, name: device },
        reports: [...reports],
      },
    })

  const yesterdayOnPc = (call: Call) =>
    send(call, {
      device: 'desk-00001',
      skewMs: 0,
      reports: [
        createOfflineReport({
          id: 'desk-play-1',
          workId: wanted,
          startedMs: nowMs - 24 * hourMs,
          skewMs: 0,
          position: 3_600,
          listened: 600,
        }),
      ],
    })

  const batchesOf = (reports: readonly ProgressReport[]) => [
    reports.slice(0, batchSize),
    reports.slice(batchSize),
  ]

  test.each([
    ['in order, clock right', 0, false],
    ['in the wrong order, clock right', 0, true],
    ['in order, clock two days ahead', 48 * hourMs, false],
    ['in the wrong order, clock a year behind', -365 * 24 * hourMs, true],
  ])('150 offline plays in batches of 100 keep their instants: %s', async (_, skewMs, isReversed) => {
    const { call } = await w.signIn()
    await yesterdayOnPc(call)
    const batches = batchesOf(createThreeDaysOfReports(skewMs))
    for (const reports of isReversed ? batches.toReversed() : batches)
      await send(call, { device: 'phone-0001', skewMs, reports })
    const { progress } = await call(api.getProgress, { params: { id: wanted } })
    expect(progress).toMatchObject({ position: 3_600, device: 'desk-00001' })
    const plays = await w.deps.db.selectFrom('play').select(['id', 'started_ms', 'last_ms']).execute()
    const startOf = new Map(plays.map((row) => [row.id, Number(row.started_ms)]))
    const wrong = createThreeDaysOfReports(0).filter(
      ({ playId, play }) => startOf.get(playId) !== Date.parse(play.startedAt),
    )
    expect(wrong).toEqual([])
    const hours = await w.deps.db.selectFrom('listening_hour').select(['hour', 'listened_ms']).execute()
    const ofHour = (ms: number) => Math.floor(ms / hourMs)
    // Nothing was played in the hours before the phone was online again.
    expect(hours.filter(({ hour }) => Number(hour) >= ofHour(nowMs - 2 * hourMs))).toEqual([])
    const total = hours.reduce((sum, row) => sum + Number(row.listened_ms), 0)
    expect(total).toBe((149 * 20 + 1_200 + 600) * 1000)
  })

  test('the same batches twice change nothing more', async () => {
    const { call } = await w.signIn()
    await yesterdayOnPc(call)
    const all = () =>
      w.deps.db.selectFrom('listening_hour').selectAll().orderBy('hour').orderBy('work_key').execute()
    for (const reports of batchesOf(createThreeDaysOfReports(0)))
      await send(call, { device: 'phone-0001', skewMs: 0, reports })
    const before = await all()
    for (const reports of batchesOf(createThreeDaysOfReports(0)))
      await send(call, { device: 'phone-0001', skewMs: 0, reports })
    expect(await all()).toEqual(before)
  })

  test('a device whose clock jumped back still goes on from the position that it knew', async () => {
    const { call } = await w.signIn()
    await yesterdayOnPc(call)
    const { progress } = await call(api.getProgress, { params: { id: wanted } })
    // The clock was behind when the play began, and was corrected before it was sent.
    const said = createOfflineReport({
      id: 'phone-new-play',
      workId: wanted,
      startedMs: nowMs - 300 * 24 * hourMs,
      skewMs: 0,
      position: 3_700,
      listened: 90,
    })
    const reports = [{ ...said, play: { ...said.play, basedOn: progress?.revision ?? 0 } }]
    await send(call, { device: 'phone-0001', skewMs: 0, reports })
    expect((await call(api.getProgress, { params: { id: wanted } })).progress).toMatchObject({
      position: 3_700,
      device: 'phone-0001',
    })
  })

  test.each([
    ['play-aaaa', 'play-bbbb', 'play-cccc'],
    ['play-cccc', 'play-bbbb', 'play-aaaa'],
  ])(
    'plays %s, %s and %s keep their order though the clock was set back before they were sent',
    async (...ids) => {
      const { call } = await w.signIn()
      const reports = ids.map((id, at) =>
        createOfflineReport({
          id,
          workId: wanted,
          startedMs: nowMs - (5 - at) * hourMs,
          skewMs: 24 * hourMs,
          position: 3_000 - at * 1_000,
          listened: 600,
        }),
      )
      await send(call, { device: 'phone-0001', skewMs: 0, reports: reports.toReversed() })
      expect((await call(api.getProgress, { params: { id: wanted } })).progress).toMatchObject({
        position: 1_000,
        finished: false,
      })
    },
  )

  test('a track whose end was overtaken by a later batch is finished', async () => {
    const { call } = await w.signIn()
    const [first] = await w.deps.db.selectFrom('track').selectAll().where('id', '=', fileOf(wanted)).execute()
    if (!first) throw new Error('no track')
    await w.deps.write
      .insertInto('track')
      .values({ ...first, id: 'second-file', path: `${first.path}2`, position: first.position + 1 })
      .execute()
    const said = createOfflineReport({
      id: 'over-two-tracks',
      workId: wanted,
      startedMs: nowMs - 2 * hourMs,
      skewMs: 0,
      position: 7_200,
      listened: 600,
    })
    const later = {
      ...said,
      n: 8,
      fileId: 'second-file',
      position: 20,
      listened: 620,
      at: new Date(nowMs - hourMs).toISOString(),
    }
    const sendOne = (report: ProgressReport) =>
      send(call, { device: 'phone-0001', skewMs: 0, reports: [report] })
    await sendOne(later)
    await sendOne({ ...said, kind: 'end' })
    const { progress, tracks } = await call(api.getProgress, { params: { id: wanted } })
    expect(progress).toMatchObject({ fileId: 'second-file', position: 20 })
    expect(tracks).toContainEqual({ fileId: fileOf(wanted), position: 7_200, finished: true })
  })

  test.each([
    ['was lost', ['before', 'after']],
    ['was overtaken', ['before', 'after', 'seek']],
  ])('a rewind counts whose seek report %s', async (_, order) => {
    const { call } = await w.signIn()
    const said = createOfflineReport({
      id: 'one-long-play',
      workId: wanted,
      startedMs: nowMs - 2 * hourMs,
      skewMs: 0,
      position: 4_000,
      listened: 3_000,
    })
    const seek: ProgressReport = { ...said, n: 8, kind: 'seek', position: 100 }
    const after = Array.from({ length: 60 }, (_, at): ProgressReport => {
      const listened = (at + 1) * 10
      return {
        ...said,
        n: 9 + at,
        kind: 'beat',
        position: 100 + listened,
        listened: 3_000 + listened,
        at: new Date(Date.parse(said.at) + listened * 1000).toISOString(),
      }
    })
    const parts = { before: [said], seek: [seek], after }
    for (const name of order)
      for (const [part, reports] of Object.entries(parts))
        if (part === name)
          for (const report of reports)
            await send(call, { device: 'phone-0001', skewMs: 0, reports: [report] })
    expect((await call(api.getProgress, { params: { id: wanted } })).progress).toMatchObject({
      position: 700,
    })
  })
})
