import type { PlayTable, ProgressTable } from '../../db/tables/progress.ts'
import type { Device, Play, Position, WorkProgress } from './progress.rules.ts'

/** What a device reports about a play that it started. */
export type ReportedPlay = Pick<Play, 'id' | 'basedOn' | 'isChosen' | 'start'>

/** Returns a play without reports. */
export const newPlay = (said: ReportedPlay, device: Device, startedMs: number): Play => ({
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

/** The order is never compared for these positions. */
const positionOf = (trackId: string, ms: number): Position => ({ trackId, order: 0, ms })

export const toPlay = (row: PlayTable): Play => ({
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

export interface ProgressKey {
  readonly userKey: number
  readonly workKey: number
}

export const rowOfPlay = (
  play: Play,
  { userKey, workKey, arrivalMs, clockMs }: ProgressKey & { arrivalMs: number; clockMs: number },
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
  clock_ms: clockMs,
})

/** `order`: the current position of the file in its work. */
export const toProgress = (row: ProgressTable, order: number): WorkProgress => ({
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

export const rowOfProgress = (progress: WorkProgress, { userKey, workKey }: ProgressKey): ProgressTable => ({
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
