/** Reads the state of a playback session from its ID and from the last report of its play, so any node can continue it. */
import { createHash } from 'node:crypto'
import type { ProgressReport } from '@koedana/contract/progress.ts'
import type { PlayTable } from '../../../db/tables/progress.ts'
import type { Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listPlays } from '../../progress/progress.store.ts'
import { getProgress } from '../../progress/progress.use-cases.ts'
import type { ShownItem } from './item.rules.ts'
import { readItem } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import type { PlayIdentity } from './play-id.rules.ts'
import type { Device } from './session.rules.ts'
import { positionAt, timeOf } from './time-axis.rules.ts'

/** A playback session of one app. Its ID gives access to its audio files, as the apps expect. */
export interface OpenPlay {
  readonly id: string
  readonly device: Device
  readonly startedMs: number
  readonly startMs: number
  readonly timeMs: number
  /** Playback time in seconds. */
  readonly listened: number
  readonly atMs: number
  readonly play: ProgressReport['play']
  readonly playId: string
  readonly n: number
}

export interface OpenedPlay {
  readonly item: ShownItem
  readonly open: OpenPlay
}

/** A pause of this length ends a play. */
const maxPauseMs = 30 * 60_000

/** Returns the device with an ID. If the app sent none, the login session replaces the device. */
export const withDeviceId = (device: Device, { sessionId }: Person): Device => ({
  ...device,
  id: device.id ?? sessionId,
})

interface Part {
  readonly id: string
  /** Counts the plays of the session: after a long pause it continues with a new play. */
  readonly part: number
  readonly named: Omit<PlayIdentity, 'sessionId' | 'workId'>
  readonly device: Device
}

const playIdIn = (id: string, part: number): string =>
  createHash('sha256').update(`${id} ${part}`).digest('base64url')

/** Returns the start of a play in the form that reports need. Throws `notFound` if the work has no playable files. */
export function playStartOf({ axis }: ShownItem, { startedMs, startMs, basedOn }: Part['named']) {
  const start = positionAt(axis, startMs)
  if (!start) throw new AppError('notFound')
  return {
    basedOn,
    startedAt: new Date(startedMs).toISOString(),
    fileId: start.fileId,
    position: start.positionMs / 1000,
    chosen: false,
  }
}

export function beginPlay(item: ShownItem, { id, part, named, device }: Part): OpenPlay {
  const { startedMs, startMs } = named
  return {
    id,
    device,
    startedMs,
    startMs,
    play: playStartOf(item, named),
    playId: playIdIn(id, part),
    n: 0,
    timeMs: startMs,
    listened: 0,
    atMs: startedMs,
  }
}

interface Resumed {
  readonly id: string
  /** Undefined for session IDs of earlier versions, which only name the work. */
  readonly named: PlayIdentity | undefined
  readonly device: Device
  /** The position that the app reports. */
  readonly timeMs: number | undefined
}

/**
 * Returns the play of a session as its last report left it, no matter which node received that. After a long pause, a new play begins.
 */
export async function resumePlay(
  sources: LibrarySources,
  { id, named, device, timeMs }: Resumed,
  context: Context,
): Promise<OpenedPlay> {
  const item = await readItem(sources, named?.workId ?? id.split('.', 1)[0] ?? '', context)
  const { userKey } = requirePerson(context)
  const nowMs = sources.now().getTime()
  const isPaused = (atMs: number) => nowMs - atMs >= maxPauseMs
  let before: PlayTable | undefined
  for (let part = 0; ; part += 1) {
    const [row] = await listPlays(sources.db, [userKey], [playIdIn(id, part)])
    if (row && isPaused(Number(row.last_ms))) {
      before = row
      continue
    }
    if (row) return { item, open: openIn(item, id, row) }
    if (named && !before && !isPaused(named.startedMs))
      return { item, open: beginPlay(item, { id, part, named, device }) }
    const { progress } = await getProgress(sources, item.card.id, context)
    const startMs = before
      ? timeIn(item, before)
      : (named?.startMs ?? Math.min(timeMs ?? 0, item.axis.totalMs))
    const anew = { startedMs: nowMs, startMs, basedOn: progress?.revision ?? 0 }
    const known = before ? deviceIn(before, device.player) : device
    return { item, open: beginPlay(item, { id, part, named: anew, device: known }) }
  }
}

const timeIn = ({ axis, tracks }: ShownItem, row: PlayTable): number =>
  timeOf(axis, tracks, { fileId: row.track_id, positionMs: Number(row.position_ms) })

const deviceIn = (row: PlayTable, player: string): Device => ({
  id: row.device_id,
  name: row.device_name,
  player,
})

function openIn(item: ShownItem, id: string, row: PlayTable): OpenPlay {
  const { axis, tracks } = item
  const start = { fileId: row.start_track_id, positionMs: Number(row.start_ms) }
  return {
    id,
    device: deviceIn(row, 'unknown'),
    startedMs: Number(row.started_ms),
    startMs: timeOf(axis, tracks, start),
    timeMs: timeIn(item, row),
    listened: Number(row.listened_ms) / 1000,
    atMs: Number(row.last_ms),
    play: {
      basedOn: row.based_on,
      startedAt: new Date(Number(row.started_ms)).toISOString(),
      fileId: start.fileId,
      position: start.positionMs / 1000,
      chosen: row.is_chosen === 1,
    },
    playId: row.id,
    n: row.n,
  }
}
