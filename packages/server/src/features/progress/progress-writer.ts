/**
 * Writes the reports of devices. All batches that arrive during a transaction share the next one, so ten thousand listeners need
 * few transactions. A batch is answered after it was committed.
 */
import { setTimeout } from 'node:timers/promises'
import { databaseFaultOf } from '../../db/fault.rules.ts'
import type { Database } from '../../db/open.ts'
import { limitToRequest, outsideRequest } from '../../db/request-limit.ts'
import type {
  ListeningHourTable,
  PlayTable,
  ProgressTable,
  TrackProgressTable,
} from '../../db/tables/progress.ts'
import { distributeOverHours, type Hours, isUnrecorded, type RecordingPause } from './hours.rules.ts'
import { addHours, listPauses } from './hours.store.ts'
import {
  advancePlay,
  clockOf,
  type Device,
  playRetentionMs,
  progressAfter,
  type Report,
  serverTimeOf,
  startOf,
  type WorkProgress,
} from './progress.rules.ts'
import {
  deletePlaysBefore,
  listDeviceClocks,
  listPlays,
  listProgress,
  listTrackOrder,
  type TrackOrder,
  upsertProgress,
  writeProgress,
} from './progress.store.ts'
import {
  newPlay,
  type ProgressKey,
  type ReportedPlay,
  rowOfPlay,
  rowOfProgress,
  toPlay,
  toProgress,
} from './progress-rows.ts'

export interface Batch {
  readonly userKey: number
  readonly device: Device
  readonly deviceNowMs: number
  readonly arrivalMs: number
  readonly reports: readonly LocatedReport[]
}

/** A report of a known file, with times by the device's clock. */
export interface LocatedReport extends Omit<Report, 'atMs'> {
  readonly workKey: number
  readonly deviceAtMs: number
  readonly play: ReportedPlay & { readonly deviceStartedMs: number }
}

export interface ProgressWriter {
  /** Resolves when the batch is committed, with the resulting rows of its works, so that they need not be read again. */
  readonly save: (batch: Batch) => Promise<ProgressTable[]>
}

const maxAtOnce = 500
/** If several devices reported at once, more will soon: reports within this time share a transaction and its disk sync. */
const gatherMs = 50

interface PendingBatch {
  readonly batch: Batch
  readonly resolve: (rows: ProgressTable[]) => void
  readonly reject: (cause: unknown) => void
}

export function createProgressWriter(database: Database): ProgressWriter {
  const waiting: PendingBatch[] = []
  let isWriting = false

  const writeOut = async (some: readonly PendingBatch[]): Promise<void> => {
    try {
      const known = await writeBatches(
        database,
        some.map(({ batch }) => batch),
      )
      for (const { batch, resolve } of some) resolve(known.progressOf(batch))
    } catch (cause) {
      // If the database is unreachable, retrying each batch would wait for it every time, so all waiting batches fail.
      const isAway = databaseFaultOf(cause) !== undefined
      if (isAway || some.length === 1) {
        for (const { reject } of [...some, ...(isAway ? waiting.splice(0) : [])]) reject(cause)
        return
      }
      // One batch may fail, for example because its account was just deleted. The others are retried one by one.
      for (const one of some) await writeOut([one])
    }
  }

  const run = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      const some = waiting.splice(0, maxAtOnce)
      await writeOut(some)
      // A single listener does not have to wait.
      if (some.length > 1 && waiting.length < maxAtOnce) await setTimeout(gatherMs)
    }
    isWriting = false
  }

  return {
    save: (batch) =>
      limitToRequest(
        new Promise((resolve, reject) => {
          waiting.push({ batch, resolve, reject })
          if (!isWriting) void outsideRequest(run)
        }),
      ),
  }
}

async function writeBatches(database: Database, batches: readonly Batch[]): Promise<TransactionState> {
  const users = [...new Set(batches.map(({ userKey }) => userKey))]
  const devices = [...new Set(batches.map(({ device }) => device.id))]
  const reports = batches.flatMap((batch) => batch.reports)
  return writeProgress(database, async (tx) => {
    const plays = await listPlays(tx, users, [...new Set(reports.map(({ play }) => play.id))])
    const progress = await listProgress(tx, users, [...new Set(reports.map(({ workKey }) => workKey))])
    const clocks = await listDeviceClocks(tx, users, devices)
    const tracks = await listTrackOrder(tx, [...new Set(progress.map((row) => row.track_id))])
    const known = new TransactionState({ plays, progress, tracks, pauses: await listPauses(tx, users) })
    const lastClocks = new Map(clocks.map((one) => [`${one.user_key} ${one.device_id}`, one.clock_ms]))
    for (const batch of batches) {
      const name = `${batch.userKey} ${batch.device.id}`
      const clockMs = clockOf({ ...batch, lastClockMs: lastClocks.get(name) })
      lastClocks.set(name, clockMs)
      known.take(batch, clockMs)
    }
    await upsertProgress(database, tx, known.written())
    await addHours(database, tx, known.hours())
    const now = Math.max(...batches.map(({ arrivalMs }) => arrivalMs))
    if (known.hasNewPlays) await deletePlaysBefore(tx, users, now - playRetentionMs)
    return known
  })
}

interface LoadedRows {
  readonly plays: readonly PlayTable[]
  readonly progress: readonly ProgressTable[]
  readonly tracks: readonly TrackOrder[]
  readonly pauses: ReadonlyMap<number, readonly RecordingPause[]>
}

class TransactionState {
  readonly #plays: Map<string, PlayTable>
  readonly #progress: Map<string, WorkProgress>
  readonly #changedPlays = new Set<string>()
  readonly #rows: Map<string, ProgressTable>
  readonly #changed = new Set<string>()
  readonly #tracks = new Map<string, TrackProgressTable>()
  readonly #pauses: ReadonlyMap<number, readonly RecordingPause[]>
  readonly #hours = new Map<string, ListeningHourTable>()
  hasNewPlays = false

  constructor({ plays, progress, tracks, pauses }: LoadedRows) {
    this.#pauses = pauses
    const orders = new Map(tracks.map(({ id, position }) => [id, position]))
    this.#plays = new Map(plays.map((row) => [`${row.user_key} ${row.id}`, row]))
    // A deleted file sorts before all others, so that any position may follow it.
    const read = (row: ProgressTable) => toProgress(row, orders.get(row.track_id) ?? -1)
    this.#rows = new Map(progress.map((row) => [`${row.user_key} ${row.work_key}`, row]))
    this.#progress = new Map([...this.#rows].map(([name, row]) => [name, read(row)]))
  }

  /** `clockMs`: server clock minus device clock. */
  take(batch: Batch, clockMs: number): void {
    const inOrder = batch.reports.toSorted(
      (one, other) => one.play.deviceStartedMs - other.play.deviceStartedMs || one.n - other.n,
    )
    for (const report of inOrder) this.#takeReport(batch, report, clockMs)
  }

  #takeReport({ userKey, device, arrivalMs }: Batch, located: LocatedReport, clockMs: number): void {
    const timeOf = (deviceAtMs: number) => serverTimeOf(deviceAtMs, { clockMs, arrivalMs })
    const { workKey, play: said } = located
    const [playName, workName] = [`${userKey} ${said.id}`, `${userKey} ${workKey}`]
    const row = this.#plays.get(playName)
    // A play belongs to one work. Reports that name another work are ignored.
    if (row && row.work_key !== workKey) return
    const progress = this.#progress.get(workName)
    const beginning = { startedMs: timeOf(said.deviceStartedMs), arrivalMs }
    const before = row
      ? toPlay(row)
      : newPlay(said, device, startOf(progress, { ...said, device }, beginning))
    const report = { ...located, atMs: Math.max(timeOf(located.deviceAtMs), before.startedMs) }
    if (isUnrecorded(this.#pauses.get(userKey) ?? [], { startedMs: before.startedMs, atMs: report.atMs }))
      return
    const play = advancePlay(before, report)
    if (!play) {
      // The play has moved on, but its track was played to the end, unless the play is still at that track.
      const isLeft = before.last.trackId !== report.position.trackId
      if (report.kind === 'end' && isLeft) this.#takeTrack(userKey, workKey, report)
      return
    }
    if (!row) this.hasNewPlays = true
    this.#plays.set(playName, rowOfPlay(play, { userKey, workKey, arrivalMs, clockMs }))
    this.#changedPlays.add(playName)
    const after = progressAfter(progress, { before, play, report })
    this.#progress.set(workName, after)
    this.#rows.set(workName, rowOfProgress(after, { userKey, workKey }))
    this.#changed.add(workName)
    this.#takeTrack(userKey, workKey, report)
    this.#takeHours(
      { userKey, workKey },
      distributeOverHours(report.atMs, play.listenedMs - before.listenedMs),
    )
  }

  #takeHours({ userKey, workKey }: ProgressKey, hours: Hours): void {
    for (const [hour, ms] of hours) {
      const name = `${userKey} ${hour} ${workKey}`
      const listened_ms = ms + (this.#hours.get(name)?.listened_ms ?? 0)
      this.#hours.set(name, { user_key: userKey, hour, work_key: workKey, listened_ms })
    }
  }

  #takeTrack(userKey: number, workKey: number, { position, kind, atMs }: Report): void {
    const name = `${userKey} ${workKey} ${position.trackId}`
    const before = this.#tracks.get(name)
    if (before && before.updated_ms > atMs) return
    this.#tracks.set(name, {
      user_key: userKey,
      work_key: workKey,
      track_id: position.trackId,
      position_ms: position.ms,
      is_finished: kind === 'end' || kind === 'finish' ? 1 : 0,
      updated_ms: atMs,
    })
  }

  /** Returns the rows of all works of the batch that have one. */
  progressOf({ userKey, reports }: Batch): ProgressTable[] {
    const names = new Set(reports.map(({ workKey }) => `${userKey} ${workKey}`))
    return [...names].flatMap((name) => this.#rows.get(name) ?? [])
  }

  hours(): readonly ListeningHourTable[] {
    return [...this.#hours.values()]
  }

  written() {
    return {
      progress: [...this.#changed].flatMap((name) => this.#rows.get(name) ?? []),
      plays: [...this.#changedPlays].flatMap((name) => this.#plays.get(name) ?? []),
      tracks: [...this.#tracks.values()],
    }
  }
}
