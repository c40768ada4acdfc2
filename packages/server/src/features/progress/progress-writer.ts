/**
 * Writes what devices report. All batches that arrive while a transaction is under way share the next one, so that ten
 * thousand listeners cost few transactions; a batch is answered once it is on the disk.
 */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../db/open.ts'
import type { PlayTable, ProgressTable, TrackProgressTable } from '../../db/tables/progress.ts'
import {
  advancePlay,
  type Device,
  type Play,
  type Position,
  progressAfter,
  type Report,
  serverTimeOf,
  type WorkProgress,
} from './progress.rules.ts'
import {
  deletePlaysBefore,
  listContacts,
  listPlays,
  listProgress,
  listTrackOrder,
  type TrackOrder,
  upsertProgress,
  writeProgress,
} from './progress.store.ts'

/** What one device sent at once. */
export interface Batch {
  readonly userKey: number
  readonly device: Device
  readonly deviceNowMs: number
  readonly arrivalMs: number
  readonly reports: readonly LocatedReport[]
}

/** A report of a file that is known, with the instants by the clock of the device. */
export interface LocatedReport extends Omit<Report, 'atMs'> {
  readonly workKey: number
  readonly deviceAtMs: number
  readonly play: Pick<Play, 'id' | 'basedOn' | 'isChosen' | 'start'> & { readonly deviceStartedMs: number }
}

export interface ProgressWriter {
  readonly save: (batch: Batch) => Promise<void>
}

const mostAtOnce = 500
/** Where several reported at once, more come soon: a transaction and its work on the disk are shared by those of so many milliseconds. */
const gatherMs = 50
const keptMs = 90 * 24 * 3_600_000

interface Waiting {
  readonly batch: Batch
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export function createProgressWriter(database: Database): ProgressWriter {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeOut = async (some: readonly Waiting[]): Promise<void> => {
    try {
      await writeBatches(
        database,
        some.map(({ batch }) => batch),
      )
      for (const { resolve } of some) resolve()
    } catch (cause) {
      const [only, ...others] = some
      // One batch may be refused, as that of an account which has just been deleted: the others are not.
      if (others.length > 0) for (const one of some) await writeOut([one])
      else only?.reject(cause)
    }
  }

  const run = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      const some = waiting.splice(0, mostAtOnce)
      await writeOut(some)
      // One listener alone is not made to wait.
      if (some.length > 1 && waiting.length < mostAtOnce) await setTimeout(gatherMs)
    }
    isWriting = false
  }

  return {
    save: (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject })
        if (!isWriting) void run()
      }),
  }
}

async function writeBatches(database: Database, batches: readonly Batch[]): Promise<void> {
  const users = [...new Set(batches.map(({ userKey }) => userKey))]
  const devices = [...new Set(batches.map(({ device }) => device.id))]
  const reports = batches.flatMap((batch) => batch.reports)
  await writeProgress(database, async (tx) => {
    const plays = await listPlays(tx, users, [...new Set(reports.map(({ play }) => play.id))])
    const progress = await listProgress(tx, users, [...new Set(reports.map(({ workKey }) => workKey))])
    const contacts = await listContacts(tx, users, devices)
    const tracks = await listTrackOrder(tx, [...new Set(progress.map((row) => row.track_id))])
    const known = new Known(plays, progress, tracks)
    const contactOf = new Map(contacts.map((one) => [`${one.user_key} ${one.device_id}`, one.arrived_ms]))
    for (const batch of batches) {
      known.take(batch, contactOf.get(`${batch.userKey} ${batch.device.id}`))
    }
    await upsertProgress(database, tx, known.written())
    const now = Math.max(...batches.map(({ arrivalMs }) => arrivalMs))
    if (known.hasNewPlays) await deletePlaysBefore(tx, users, now - keptMs)
  })
}

/** What the rows of a transaction become, report by report. */
class Known {
  readonly #plays: Map<string, PlayTable>
  readonly #progress: Map<string, WorkProgress>
  readonly #changedPlays = new Set<string>()
  readonly #changed = new Map<string, ProgressTable>()
  readonly #tracks = new Map<string, TrackProgressTable>()
  hasNewPlays = false

  constructor(
    plays: readonly PlayTable[],
    progress: readonly ProgressTable[],
    tracks: readonly TrackOrder[],
  ) {
    const orders = new Map(tracks.map(({ id, position }) => [id, position]))
    this.#plays = new Map(plays.map((row) => [`${row.user_key} ${row.id}`, row]))
    // A file that is gone comes before all others: any position may follow it.
    const read = (row: ProgressTable) => progressOf(row, orders.get(row.track_id) ?? -1)
    this.#progress = new Map(progress.map((row) => [`${row.user_key} ${row.work_key}`, read(row)]))
  }

  take(batch: Batch, contactMs: number | undefined): void {
    const inOrder = batch.reports.toSorted(
      (one, other) => one.play.deviceStartedMs - other.play.deviceStartedMs || one.n - other.n,
    )
    const timeOf = (deviceAtMs: number) => serverTimeOf({ ...batch, deviceAtMs, contactMs })
    for (const report of inOrder) this.#takeReport(batch, report, timeOf)
  }

  #takeReport(
    { userKey, device, arrivalMs }: Batch,
    located: LocatedReport,
    timeOf: (deviceMs: number) => number,
  ): void {
    const { workKey, play: said } = located
    const [playName, workName] = [`${userKey} ${said.id}`, `${userKey} ${workKey}`]
    const row = this.#plays.get(playName)
    // A play is of one work: a report that says otherwise is none of it.
    if (row && row.work_key !== workKey) return
    const before = row ? playOf(row) : newPlay(said, device, timeOf(said.deviceStartedMs))
    const report = { ...located, atMs: Math.max(timeOf(located.deviceAtMs), before.startedMs) }
    const play = advancePlay(before, report)
    if (!play) return
    if (!row) this.hasNewPlays = true
    this.#plays.set(playName, rowOfPlay(play, { userKey, workKey, arrivalMs }))
    this.#changedPlays.add(playName)
    const after = progressAfter(this.#progress.get(workName), play, report)
    this.#progress.set(workName, after)
    this.#changed.set(workName, rowOfProgress(after, { userKey, workKey }))
    this.#takeTrack(userKey, workKey, report)
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

  written() {
    return {
      progress: [...this.#changed.values()],
      plays: [...this.#changedPlays].flatMap((name) => this.#plays.get(name) ?? []),
      tracks: [...this.#tracks.values()],
    }
  }
}

const newPlay = (said: LocatedReport['play'], device: Device, startedMs: number): Play => ({
  id: said.id,
  basedOn: said.basedOn,
  isChosen: said.isChosen,
  startedMs,
  start: said.start,
  device,
  n: -1,
  last: said.start,
  lastMs: startedMs,
  listenedMs: 0,
})

/** Nobody compares these with others. */
const positionOf = (trackId: string, ms: number): Position => ({ trackId, order: 0, ms })

const playOf = (row: PlayTable): Play => ({
  id: row.id,
  basedOn: row.based_on,
  isChosen: row.is_chosen === 1,
  startedMs: row.started_ms,
  start: positionOf(row.start_track_id, row.start_ms),
  device: { id: row.device_id, name: row.device_name },
  n: row.n,
  last: positionOf(row.track_id, row.position_ms),
  lastMs: row.last_ms,
  listenedMs: row.listened_ms,
})

interface Owned {
  readonly userKey: number
  readonly workKey: number
}

const rowOfPlay = (
  play: Play,
  { userKey, workKey, arrivalMs }: Owned & { arrivalMs: number },
): PlayTable => ({
  user_key: userKey,
  id: play.id,
  work_key: workKey,
  based_on: play.basedOn,
  is_chosen: play.isChosen ? 1 : 0,
  started_ms: play.startedMs,
  start_track_id: play.start.trackId,
  start_ms: play.start.ms,
  device_id: play.device.id,
  device_name: play.device.name,
  n: play.n,
  track_id: play.last.trackId,
  position_ms: play.last.ms,
  last_ms: play.lastMs,
  listened_ms: play.listenedMs,
  arrived_ms: arrivalMs,
})

/** `order`: where the file stands in its work now. */
const progressOf = (row: ProgressTable, order: number): WorkProgress => ({
  revision: row.revision,
  position: { trackId: row.track_id, order, ms: row.position_ms },
  play: {
    id: row.play_id,
    startedMs: row.play_started_ms,
    basedOn: row.play_based_on,
    device: { id: row.device_id, name: row.device_name },
  },
  updatedMs: row.updated_ms,
  finishedMs: row.finished_ms ?? undefined,
  rivalId: row.rival_play_id ?? undefined,
})

const rowOfProgress = (progress: WorkProgress, { userKey, workKey }: Owned): ProgressTable => ({
  user_key: userKey,
  work_key: workKey,
  revision: progress.revision,
  track_id: progress.position.trackId,
  position_ms: progress.position.ms,
  play_id: progress.play.id,
  play_started_ms: progress.play.startedMs,
  play_based_on: progress.play.basedOn,
  device_id: progress.play.device.id,
  device_name: progress.play.device.name,
  updated_ms: progress.updatedMs,
  finished_ms: progress.finishedMs ?? null,
  rival_play_id: progress.rivalId ?? null,
})
