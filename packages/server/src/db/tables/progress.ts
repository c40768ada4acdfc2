/**
 * Keeps what people listened to. It is nobody else's: it never enters the change feed. No row is tied to a work or a file, so that
 * what comes back goes on where it was.
 */
export interface ProgressTable {
  user_key: number
  work_key: number
  revision: number
  track_id: string
  position_ms: number
  /** The play that the position is from, with what decides between plays (`progress.rules.ts`). */
  play_id: string
  play_started_ms: number
  play_based_on: number
  device_id: string
  device_name: string
  updated_ms: number
  finished_ms: number | null
  rival_play_id: string | null
}

/** One time that somebody pressed play: kept for 90 days. */
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
  /** The number of its last report. */
  n: number
  track_id: string
  position_ms: number
  last_ms: number
  listened_ms: number
  /** When the last report arrived. */
  arrived_ms: number
  /** Server clock minus device clock, as the last report was dated; null for imports and plays of earlier versions. */
  clock_ms: number | null
}

/** How long somebody listened to a work in an hour: it stays when the plays it is of are forgotten for their age. */
export interface ListeningHourTable {
  user_key: number
  /** Hours since 1970, UTC. */
  hour: number
  work_key: number
  listened_ms: number
}

/** A time that somebody wanted nothing recorded: kept for as long as plays, and the latest for good. */
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
  /** 1 where it was heard to its end. */
  is_finished: number
  updated_ms: number
}
