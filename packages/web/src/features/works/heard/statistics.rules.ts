/** Days, months and hours of a year of listening, in the time of whoever looks at it. */
import type { Statistics } from '@koedana/contract/statistics.ts'

export interface LocalHour {
  /** Days since any day: what follows another is one more. */
  readonly day: number
  /** It counts from 0 for January. */
  readonly month: number
  /** It counts from 0 for Sunday. */
  readonly weekday: number
  readonly hourOfDay: number
}

export interface YearOfListening {
  /** Seconds. */
  readonly total: number
  readonly days: number
  /** The most days in a row. */
  readonly streak: number
  /** Seconds in each of 12 months, 7 days of the week from Sunday, 24 hours of the day. */
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
  return { total, days: days.size, streak: longestRow([...days]), months, weekdays, hoursOfDay }
}

/** It is in the time zone of this browser. */
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

function longestRow(days: readonly number[]): number {
  let [longest, row, before] = [0, 0, Number.NaN]
  for (const day of days.toSorted((one, other) => one - other)) {
    row = day === before + 1 ? row + 1 : 1
    longest = Math.max(longest, row)
    before = day
  }
  return longest
}
