/** Sums listening time over the last seven days in the local time zone. */

export interface HeardHour {
  /** Hours since the Unix epoch (UTC). */
  readonly hour: number
  readonly seconds: number
}

export interface HeardDay {
  readonly at: Date
  readonly seconds: number
}

/** Returns seven days, today last. */
export function lastDays(hours: readonly HeardHour[], now: Date): HeardDay[] {
  const days = Array.from(
    { length: 7 },
    (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6 + at),
  )
  return days.map((at) => ({
    at,
    seconds: hours
      .filter(({ hour }) => new Date(hour * 3_600_000).toDateString() === at.toDateString())
      .reduce((sum, { seconds }) => sum + seconds, 0),
  }))
}
