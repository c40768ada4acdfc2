/** Decides which days of new releases are to be looked at. Days are those of Japan, `YYYY-MM-DD`. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const japanMs = 9 * hourMs
const firstDays = 7
const mostDays = 60

export const dayInJapan = (now: Date): string => dayOf(now.getTime() + japanMs)

/**
 * `through`: the last day that was looked at; it is looked at again, for it was not over. The first look goes back a
 * week, and none goes back further than two months.
 */
export function daysToRead(through: string | undefined, today: string): string[] {
  const last = Date.parse(today)
  const earliest = last - ((through === undefined ? firstDays : mostDays) - 1) * dayMs
  const start = Math.min(last, Math.max(earliest, through === undefined ? earliest : Date.parse(through)))
  const days: string[] = []
  for (let day = start; day <= last; day += dayMs) days.push(dayOf(day))
  return days
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
