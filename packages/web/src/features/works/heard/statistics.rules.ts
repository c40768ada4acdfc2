/** Sums a year of listening by day, month and hour, in local time. */
import type { Statistics } from '@koedana/contract/statistics.ts'

export interface LocalHour {
  /** A day number; consecutive days differ by one. */
  readonly day: number
  /** 0 is January. */
  readonly month: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hourOfDay: number
}

export interface YearOfListening {
  /** Seconds. */
  readonly total: number
  readonly days: number
  readonly streak: number
  /** Seconds for each of 12 months, 7 weekdays from Sunday, and 24 hours. */
  readonly months: readonly number[]
  readonly weekdays: readonly number[]
  readonly hoursOfDay: readonly number[]
}

export function yearOf(hours: Statistics['hours'], localOf: (hour: number) => LocalHour): YearOfListening {
  const [months, weekdays, hoursOfDay] = [zeros(12), zeros(7), zeros(24)]
  const days = new Set<number>()
  let total = 0
  for (const { hour, seconds } of hours) {
    const local = localOf(hour)
    total += seconds
    days.add(local.day)
    add(months, local.month, seconds)
    add(weekdays, local.weekday, seconds)
    add(hoursOfDay, local.hourOfDay, seconds)
  }
  return { total, days: days.size, streak: longestStreak([...days]), months, weekdays, hoursOfDay }
}

/** Converts an hour since the Unix epoch to local time. */
export function localHour(hour: number): LocalHour {
  const at = new Date(hour * 3_600_000)
  return {
    day: Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000),
    month: at.getMonth(),
    weekday: at.getDay(),
    hourOfDay: at.getHours(),
  }
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0)

function add(sums: number[], at: number, seconds: number): void {
  sums[at] = (sums[at] ?? 0) + seconds
}

function longestStreak(days: readonly number[]): number {
  let [longest, row, before] = [0, 0, Number.NaN]
  for (const day of days.toSorted((one, other) => one - other)) {
    row = day === before + 1 ? row + 1 : 1
    longest = Math.max(longest, row)
    before = day
  }
  return longest
}
