/** Converts between common schedules and cron expressions with five fields. */

export const presets = ['hourly', 'daily', 'weekly', 'custom'] as const
export type Preset = (typeof presets)[number]

export interface Rhythm {
  readonly preset: Exclude<Preset, 'custom'>
  /** `HH:MM`; for `hourly` only the minutes apply. */
  readonly time: string
  /** 0 is Sunday, as in cron. */
  readonly weekday: number
}

/** At night, when disk activity disturbs no one. */
export const defaultRhythm: Rhythm = { preset: 'daily', time: '04:00', weekday: 1 }

export function cronOf({ preset, time, weekday }: Rhythm): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (preset === 'hourly') return `${minute} * * * *`
  return `${minute} ${hour} * * ${preset === 'weekly' ? weekday : '*'}`
}

/** Returns undefined if the expression is not one of the common schedules. */
export function rhythmOf(cron: string): Rhythm | undefined {
  const [minutes = '', hours = '', days, months, weekdays = '', more] = cron.trim().split(/\s+/)
  if (days !== '*' || months !== '*' || more !== undefined) return undefined
  const minute = parseWhole(minutes, 59)
  const hour = hours === '*' ? 0 : parseWhole(hours, 23)
  const weekday = weekdays === '*' ? defaultRhythm.weekday : parseWhole(weekdays, 6)
  if (minute === undefined || hour === undefined || weekday === undefined) return undefined
  const time = `${twoDigits(hour)}:${twoDigits(minute)}`
  if (hours === '*') return weekdays === '*' ? { preset: 'hourly', time, weekday } : undefined
  return { preset: weekdays === '*' ? 'daily' : 'weekly', time, weekday }
}

/** Returns obvious errors while typing, as message keys by field; undefined if the server has to check. */
export function obviousFaults(cron: string, timeZone: string): Readonly<Record<string, string>> | undefined {
  if (cron.trim().split(/\s+/).length !== 5) return { 'query.cron': 'cronMalformed' }
  return isTimeZone(timeZone) ? undefined : { 'query.timeZone': 'timeZoneUnknown' }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

function parseWhole(text: string, max: number): number | undefined {
  const number = Number(text)
  return /^\d{1,2}$/.test(text) && number <= max ? number : undefined
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

export interface Weekday {
  readonly value: string
  readonly label: string
}

/** Monday first. January 1, 2023 was a Sunday. */
export function weekdaysOf(locale: string): readonly Weekday[] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    label: name.format(new Date(Date.UTC(2023, 0, 1 + day))),
  }))
}
