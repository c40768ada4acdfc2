/** The last seven days of listening, in the time of whoever looks at them. */

export interface HeardHour {
  /** Hours of UTC since 1970. */
  readonly hour: number
  readonly seconds: number
}

export interface HeardDay {
  readonly at: Date
  readonly seconds: number
}

/** Today is the last of them. */
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
