/** Decides which days of new releases to read. Days are in Japan time, `YYYY-MM-DD`. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const japanMs = 9 * hourMs
const firstDays = 7
const maxDays = 60

export const dayInJapan = (now: Date): string => dayOf(now.getTime() + japanMs)

/**
 * Returns the days to read. `through` is the last day that was read. It is included, since it was not over yet. The first run goes back
 * 7 days, later ones up to 60.
 */
export function daysToRead(through: string | undefined, today: string): string[] {
  const last = Date.parse(today)
  const earliest = last - ((through === undefined ? firstDays : maxDays) - 1) * dayMs
  const start = Math.min(last, Math.max(earliest, through === undefined ? earliest : Date.parse(through)))
  const days: string[] = []
  for (let day = start; day <= last; day += dayMs) days.push(dayOf(day))
  return days
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
