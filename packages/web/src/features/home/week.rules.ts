/** Sums listening time over the last seven days in the local time zone. */

export interface ListeningHour {
  /** Hours since the Unix epoch (UTC). */
  readonly hour: number
  readonly seconds: number
}

export interface ListeningDay {
  readonly at: Date
  readonly seconds: number
}

/** Returns seven days, today last. */
export function lastDays(hours: readonly ListeningHour[], now: Date): ListeningDay[] {
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
