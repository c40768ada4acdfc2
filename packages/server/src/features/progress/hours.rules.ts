/** Listening time by hours in UTC: what a report adds, what a deletion subtracts, and what pauses exclude. */

export const hourMs = 3_600_000
/** A report of more time comes from a clock that jumped. */
const maxMs = 24 * hourMs

/** Milliseconds by hours since 1970. */
export type Hours = ReadonlyMap<number, number>

/** Distributes listening time that ended at an instant over the hours before it. */
export function distributeOverHours(atMs: number, listenedMs: number): Hours {
  const hours = new Map<number, number>()
  let [end, left] = [atMs, Math.min(listenedMs, maxMs)]
  while (left > 0) {
    const hour = Math.floor((end - 1) / hourMs)
    const part = Math.min(left, end - hour * hourMs)
    hours.set(hour, part)
    end -= part
    left -= part
  }
  return hours
}

/** Subtracts listening time from hours in ascending order, starting with the latest. */
export function subtractListened(hours: Hours, listenedMs: number): Hours {
  let left = listenedMs
  const kept = [...hours].toReversed().map(([hour, ms]): [number, number] => {
    const taken = Math.min(ms, left)
    left -= taken
    return [hour, ms - taken]
  })
  return new Map(kept.toReversed())
}

export interface RecordingPause {
  readonly pausedMs: number
  /** Undefined while it lasts. */
  readonly resumedMs: number | undefined
}

/**
 * Returns whether an event of a play must not be recorded. A play that overlaps a pause is recorded only up to the start of the
 * pause, and never after it.
 */
export const isUnrecorded = (
  pauses: readonly RecordingPause[],
  { startedMs, atMs }: { readonly startedMs: number; readonly atMs: number },
): boolean =>
  pauses.some(
    ({ pausedMs, resumedMs = Number.POSITIVE_INFINITY }) => atMs >= pausedMs && startedMs < resumedMs,
  )
