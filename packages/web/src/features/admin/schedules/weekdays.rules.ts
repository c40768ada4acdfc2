export interface Weekday {
  /** The number as cron counts: Sunday is 0. */
  readonly value: string
  readonly label: string
}

/** Monday first. 1 January 2023 was a Sunday. */
export function weekdaysOf(locale: string): readonly Weekday[] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    label: name.format(new Date(Date.UTC(2023, 0, 1 + day))),
  }))
}
