/**
 * Listening history: personal data that never enters the change feed. Rows have no foreign keys to works or files, so a work that
 * returns continues at its position.
 */
export interface ProgressTable {
  user_key: number
  work_key: number
  revision: number
  track_id: string
  position_ms: number
  /** The play that the position comes from, with the fields that decide between plays (`progress.rules.ts`). */
  play_id: string
  play_started_ms: number
  play_based_on: number
  device_id: string
  device_name: string
  updated_ms: number
  finished_ms: number | null
  rival_play_id: string | null
}

/** One play, kept for 90 days. */
export interface PlayTable {
  user_key: number
  id: string
  work_key: number
  based_on: number
  is_chosen: number
  started_ms: number
  start_track_id: string
  start_ms: number
  device_id: string
  device_name: string
  /** The sequence number of its last report. */
  n: number
  track_id: string
  position_ms: number
  last_ms: number
  listened_ms: number
  arrived_ms: number
  /** Server clock minus device clock, from the last report; null for imports and plays of earlier versions. */
  clock_ms: number | null
}

/** Listening time per user, work and hour. It is kept after the plays expire. */
export interface ListeningHourTable {
  user_key: number
  /** Hours since 1970, UTC. */
  hour: number
  work_key: number
  listened_ms: number
}

/** A period without recording. Kept as long as plays, and the latest permanently. */
export interface RecordingPauseTable {
  user_key: number
  paused_ms: number
  /** Null while it lasts. */
  resumed_ms: number | null
}

export interface TrackProgressTable {
  user_key: number
  track_id: string
  work_key: number
  position_ms: number
  /** 1 if played to its end. */
  is_finished: number
  updated_ms: number
}
