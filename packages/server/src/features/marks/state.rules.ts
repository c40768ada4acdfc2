/** How far somebody is with a work: what they chose, or what they did since. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { ProgressTable } from '../../db/tables/progress.ts'
import { isFinished } from '../progress/progress.rules.ts'

export interface Chosen {
  readonly state: ProgressState | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

export interface Heard {
  readonly startedMs: number
  readonly finishedMs: number | undefined
}

/** Returns what a row of progress says. */
export const heardOf = (row: Pick<ProgressTable, 'play_started_ms' | 'finished_ms'>): Heard => ({
  startedMs: Number(row.play_started_ms),
  finishedMs: row.finished_ms === null ? undefined : Number(row.finished_ms),
})

/** The later of the two counts: who presses play on a work that they put off listens to it again. */
export function stateOf(chosen: Chosen | undefined, heard: Heard | undefined): ProgressState | null {
  if (!heard) return chosen?.state ?? null
  const isOver = isFinished({ finishedMs: heard.finishedMs, play: { startedMs: heard.startedMs } })
  const heardMs = isOver ? (heard.finishedMs ?? heard.startedMs) : heard.startedMs
  if (chosen && chosen.atMs >= heardMs) return chosen.state
  return isOver ? 'finished' : 'listening'
}
