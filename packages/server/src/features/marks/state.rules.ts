/** Decides the status of a work: what the user chose, or what later playback implies. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { ProgressTable } from '../../db/tables/progress.ts'
import { isFinished } from '../progress/progress.rules.ts'

export interface ChosenState {
  readonly state: ProgressState | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

export interface PlaybackTimes {
  readonly startedMs: number
  readonly finishedMs: number | undefined
}

export const heardOf = (row: Pick<ProgressTable, 'play_started_ms' | 'finished_ms'>): PlaybackTimes => ({
  startedMs: Number(row.play_started_ms),
  finishedMs: row.finished_ms === null ? undefined : Number(row.finished_ms),
})

/** Returns the later of the chosen status and the one from playback: playing a work that is on hold makes it "listening" again. */
export function stateOf(
  chosen: ChosenState | undefined,
  heard: PlaybackTimes | undefined,
): ProgressState | null {
  if (!heard) return chosen?.state ?? null
  const isOver = isFinished({ finishedMs: heard.finishedMs, play: { startedMs: heard.startedMs } })
  const heardMs = isOver ? (heard.finishedMs ?? heard.startedMs) : heard.startedMs
  if (chosen && chosen.atMs >= heardMs) return chosen.state
  return isOver ? 'finished' : 'listening'
}
