/** Listening by hours of UTC: what a report adds, what forgetting takes away, and what a pause leaves out. */

export const hourMs = 3_600_000
/** A report that says more was of a clock that jumped. */
const longestMs = 24 * hourMs

/** Milliseconds by hours since 1970. */
export type Hours = ReadonlyMap<number, number>

/** Spreads what has sounded until an instant over the hours before it: sound takes its time. */
export function spread(atMs: number, listenedMs: number): Hours {
  const hours = new Map<number, number>()
  let [end, left] = [atMs, Math.min(listenedMs, longestMs)]
  while (left > 0) {
    const hour = Math.floor((end - 1) / hourMs)
    const part = Math.min(left, end - hour * hourMs)
    hours.set(hour, part)
    end -= part
    left -= part
  }
  return hours
}

/** Returns what is left of hours, given in their order, once so much is forgotten: the latest first. */
export function withoutListened(hours: Hours, listenedMs: number): Hours {
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
  /** It is undefined while it lasts. */
  readonly resumedMs: number | undefined
}

/** A play that ran while nothing was to be recorded is known as far as the pause, and never again. */
export const isUnrecorded = (
  pauses: readonly RecordingPause[],
  { startedMs, atMs }: { readonly startedMs: number; readonly atMs: number },
): boolean =>
  pauses.some(
    ({ pausedMs, resumedMs = Number.POSITIVE_INFINITY }) => atMs >= pausedMs && startedMs < resumedMs,
  )
