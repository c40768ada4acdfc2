/** How a listener comes back after a pause, and when it is night. */

/** Seconds to go back after a pause: whoever was away longer has forgotten more. */
export const rewindAfter = (pausedMs: number): number =>
  rewinds.find(({ below }) => pausedMs < below)?.seconds ?? longestRewind

const minute = 60_000
const rewinds = [
  { below: 10_000, seconds: 0 },
  { below: minute, seconds: 3 },
  { below: 5 * minute, seconds: 10 },
  { below: 30 * minute, seconds: 20 },
]
const longestRewind = 29.5

/** Returns whether a time of day lies between two hours, over midnight too; all as `22:00`. */
export const isBetween = (time: string, from: string, to: string): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to
