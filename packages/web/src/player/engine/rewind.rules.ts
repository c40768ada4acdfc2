/** Returns how many seconds to rewind after a pause: more after longer pauses. */
export const rewindAfter = (pausedMs: number): number =>
  rewinds.find(({ below }) => pausedMs < below)?.seconds ?? maxRewindSeconds

const minute = 60_000
const rewinds = [
  { below: 10_000, seconds: 0 },
  { below: minute, seconds: 3 },
  { below: 5 * minute, seconds: 10 },
  { below: 30 * minute, seconds: 20 },
]
const maxRewindSeconds = 29.5

/** Returns whether a time of day is in a range that may cross midnight. All are strings such as `22:00`. */
export const isBetween = (time: string, from: string, to: string): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to
