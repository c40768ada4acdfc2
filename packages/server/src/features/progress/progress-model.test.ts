/**
 * Three devices with wrong clocks and unreliable networks, whose reports are lost, duplicated and reordered: checks the invariants.
 * The database is real; the network and the devices are simulated.
 */
import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/open.ts'
import type { PlayTable, ProgressTable } from '../../db/tables/progress.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { minResumableMs } from './progress.rules.ts'
import { listPlays, listProgress } from './progress.store.ts'
import { createProgressWriter, type LocatedReport, type ProgressWriter } from './progress-writer.ts'

const workId = 'RJ90000001'
const workKey = workKeyOf(workId)
const deviceCount = 3
const tracks = [1, 2, 3]

const fates = ['arrives', 'unacknowledged', 'partly', 'late', 'mixed', 'batches', 'last batch first'] as const
type Fate = (typeof fates)[number]

type Act =
  | {
      readonly act: 'start'
      readonly device: number
      readonly track: number
      readonly seconds: number
      readonly isChosen: boolean
    }
  | { readonly act: 'listen'; readonly device: number; readonly seconds: number }
  | { readonly act: 'seek'; readonly device: number; readonly track: number; readonly seconds: number }
  | { readonly act: 'finish'; readonly device: number }
  | { readonly act: 'wait'; readonly device: number; readonly hours: number }
  | { readonly act: 'send'; readonly device: number; readonly fate: Fate }

const device = fc.nat(deviceCount - 1)
const seconds = fc.integer({ min: 0, max: 600 })
const track = fc.constantFrom(...tracks)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('start' as const), device, track, seconds, isChosen: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('listen' as const),
      device,
      seconds: fc.integer({ min: -60, max: 90 }),
    }),
  },
  fc.record({ act: fc.constant('seek' as const), device, track, seconds }),
  fc.record({ act: fc.constant('finish' as const), device }),
  fc.record({ act: fc.constant('wait' as const), device, hours: fc.integer({ min: 1, max: 30 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('send' as const),
      device,
      fate: fc.constantFrom(...fates),
    }),
  },
)
const day = 24 * 3_600_000
const skews = fc.tuple(
  ...Array.from({ length: deviceCount }, () => fc.integer({ min: -400 * day, max: 400 * day })),
)

const positionAt = (track: number, ms: number) => ({ trackId: `track ${track}`, order: track, ms })

/** Returns a play ID that contains the true start time. */
const playIdOf = (deviceId: string, trueMs: number) => `${deviceId} ${trueMs}`
const trueStartOf = (playId: string) => Number(playId.split(' ')[1])

/** A phone or a page: it uses its own clock, and keeps reports that it could not send. */
class Device {
  readonly id: string
  readonly #skewMs: number
  #play: LocatedReport['play'] | undefined
  #n = 0
  #at = positionAt(1, 0)
  #listenedMs = 0
  seenRevision = 0
  pending: LocatedReport[] = []

  constructor(id: string, skewMs: number) {
    this.id = id
    this.#skewMs = skewMs
  }

  clock(trueMs: number): number {
    return trueMs + this.#skewMs
  }

  start(
    trueMs: number,
    { track, seconds, isChosen }: { track: number; seconds: number; isChosen: boolean },
  ): void {
    const start = positionAt(track, seconds * 1000)
    const id = playIdOf(this.id, trueMs)
    this.#play = { id, basedOn: this.seenRevision, isChosen, start, deviceStartedMs: this.clock(trueMs) }
    this.#n = 0
    this.#at = start
    this.#listenedMs = 0
    this.report('beat', trueMs)
  }

  /** A player that is loading may briefly report an earlier position. */
  listen(trueMs: number, ms: number): void {
    this.#at = { ...this.#at, ms: Math.max(0, this.#at.ms + ms) }
    this.#listenedMs += Math.max(0, ms)
    this.report('beat', trueMs)
  }

  seek(trueMs: number, track: number, seconds: number): void {
    this.#at = positionAt(track, seconds * 1000)
    this.report('seek', trueMs)
  }

  report(kind: LocatedReport['kind'], trueMs: number): void {
    if (!this.#play) return
    const said = { n: this.#n++, kind, position: this.#at, listenedMs: this.#listenedMs }
    this.pending.push({ ...said, workKey, deviceAtMs: this.clock(trueMs), play: this.#play })
  }
}

/** A small stand-in for the hundred reports that the web client sends at once. */
const batchSize = 3

/** Simulates a network: returns the batches in the order of their arrival. */
function arriving(reports: readonly LocatedReport[], fate: Fate): (readonly LocatedReport[])[] {
  const batches = Array.from({ length: Math.ceil(reports.length / batchSize) }, (_, at) =>
    reports.slice(at * batchSize, (at + 1) * batchSize),
  )
  if (fate === 'batches') return batches
  if (fate === 'last batch first') return batches.toReversed()
  if (fate === 'partly') return [reports.filter((_, at) => at % 3 !== 1)]
  if (fate === 'late') return [reports, reports.slice(0, 1), reports]
  if (fate === 'mixed') return [reports.toReversed()]
  return [reports]
}

eachEngine((engine) => {
  let w: World
  let other: Database
  let writers: readonly ProgressWriter[]
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: workId, name: 'rain' }])
    await putInLibrary(w.deps.write, [workId])
    for (const track of tracks) {
      await sql`insert into track (id, work_key, storage_key, path, folder, title, position, format, size_bytes, modified_at, fingerprint)
        values (${`track ${track}`}, ${workKey}, 1, ${`track ${track}`}, '', '', ${track}, 'mp3', 1, '', '')`.execute(
        w.deps.write,
      )
    }
    other = await openDatabase(w.deps.database.location)
    writers = [w.deps.progressWriter, createProgressWriter(other)]
  })
  afterAll(async () => {
    await other.close()
    await w.close()
  })

  test('three devices never lose a position, nor anything that was heard', async () => {
    await fc.assert(
      fc.asyncProperty(
        skews,
        fc.array(act, { minLength: 20, maxLength: 60, size: 'max' }),
        async (skewsMs, acts) => {
          const { user } = await w.signIn()
          const { key: userKey } = await w.deps.db
            .selectFrom('user')
            .select('key')
            .where('id', '=', user.id)
            .executeTakeFirstOrThrow()
          const devices = skewsMs.map((skew, at) => new Device(`device-${at}`, skew))
          const arrived = new Map<string, LocatedReport>()
          let trueMs = Date.parse('2026-11-20T12:00:00Z')
          let batches = 0
          for (const one of acts) {
            if (one.act === 'wait') trueMs += one.hours * 3_600_000
            else trueMs += one.act === 'listen' ? Math.abs(one.seconds) * 1000 + 1 : 1_000
            const device = devices[one.device]
            if (!device) continue
            if (one.act === 'start') device.start(trueMs, one)
            if (one.act === 'listen') device.listen(trueMs, one.seconds * 1000)
            if (one.act === 'seek') device.seek(trueMs, one.track, one.seconds)
            if (one.act === 'finish') device.report('finish', trueMs)
            if (one.act !== 'send' || device.pending.length === 0) continue
            for (const reports of arriving(device.pending, one.fate)) {
              if (reports.length === 0) continue
              const writer = writers[batches++ % writers.length]
              const before = await progressOf(userKey)
              const playBefore = before && (await playOf(userKey, before.play_id))
              const batch = { userKey, device: { id: device.id, name: device.id }, reports }
              await writer?.save({ ...batch, deviceNowMs: device.clock(trueMs), arrivalMs: trueMs })
              const after = await progressOf(userKey)
              for (const report of reports) {
                const latest = arrived.get(report.play.id)
                if (!latest || latest.n < report.n) arrived.set(report.play.id, report)
              }
              expectRule({ before, after, playBefore, reports })
            }
            if (one.fate === 'unacknowledged') continue
            device.pending = []
            device.seenRevision = (await progressOf(userKey))?.revision ?? 0
          }
          await expectLastPositions(userKey, arrived)
        },
      ),
      runOptions(100),
    )
  })

  const progressOf = async (userKey: number) => (await listProgress(w.deps.db, [userKey], [workKey]))[0]
  const playOf = async (userKey: number, id: string) => (await listPlays(w.deps.db, [userKey], [id]))[0]

  /** Expects that the last position of each play is stored, whatever was lost before. */
  async function expectLastPositions(
    userKey: number,
    arrived: ReadonlyMap<string, LocatedReport>,
  ): Promise<void> {
    const rows = await listPlays(w.deps.db, [userKey], [...arrived.keys()])
    const known = rows.map((row) => [row.id, row.n, row.track_id, row.position_ms])
    const expected = [...arrived].map(([id, { n, position }]) => [id, n, position.trackId, position.ms])
    expect(known.sort()).toEqual(expected.sort())
    // Neither wrong clocks nor earlier batches change the start of a play.
    const starts = rows.map((row) => [row.id, Number(row.started_ms)])
    expect(starts).toEqual(rows.map((row) => [row.id, trueStartOf(row.id)]))
    const hours = await w.deps.db
      .selectFrom('listening_hour')
      .selectAll()
      .where('user_key', '=', userKey)
      .execute()
    const sum = (times: readonly (number | string)[]) =>
      times.reduce((total: number, ms) => total + Number(ms), 0)
    expect(sum(hours.map((row) => row.listened_ms))).toBe(sum(rows.map((row) => row.listened_ms)))
    const firstStart = Math.min(...rows.map((row) => trueStartOf(row.id)))
    for (const { hour } of hours) expect((Number(hour) + 1) * 3_600_000).toBeGreaterThan(firstStart)
  }
})

interface Written {
  readonly before: ProgressTable | undefined
  readonly after: ProgressTable | undefined
  readonly playBefore: PlayTable | undefined
  readonly reports: readonly LocatedReport[]
}

const orderOf = (row: ProgressTable) => Number(row.track_id.slice('track '.length)) * 1e9 + row.position_ms

function expectRule({ before, after, playBefore, reports }: Written): void {
  if (!after) throw new Error('what arrived was not kept')
  if (!before || !playBefore) return
  // The later start wins, independent of device clocks.
  expect(after.play_started_ms).toBeGreaterThanOrEqual(before.play_started_ms)
  expect(after.revision).toBeGreaterThanOrEqual(before.revision)
  const isNews = reports.some(({ n, play }) => play.id !== playBefore.id || n > playBefore.n)
  if (!isNews) expect(after).toEqual(before)
  if (orderOf(after) >= orderOf(before)) return
  // An earlier report is missing, or playback continued from a report that was behind already.
  const isRewind = ({ n, position }: LocatedReport, at: number) => {
    const previous = reports[at - 1]
    const last = previous?.play.id === playBefore.id ? previous.position.ms : playBefore.position_ms
    return n > playBefore.n + 1 || position.ms > last
  }
  const mayGoBack = (report: LocatedReport, at: number) =>
    report.kind === 'seek' ||
    (report.play.id === playBefore.id
      ? isRewind(report, at)
      : report.play.isChosen || report.listenedMs >= minResumableMs)
  expect(
    reports.some(mayGoBack) || before.finished_ms !== null || reports.some(({ kind }) => kind === 'finish'),
  ).toBe(true)
}
