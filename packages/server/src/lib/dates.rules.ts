/** Parses fixed-width dates by character position. It is fast because millions of them are parsed at startup. */

/** Returns the days since 1970-01-01 for the `YYYY-MM-DD…` that begins at `at`. */
export function dayOf(text: string, at = 0): number {
  return daysFromCivil(digits(text, at, 4), digits(text, at + 5, 2), digits(text, at + 8, 2))
}

/** Returns the milliseconds since 1970 for the UTC text (`2026-08-22T00:00:00.000Z`) that begins at `at`. */
export function millisecondsOf(text: string, at = 0): number {
  const seconds = digits(text, at + 11, 2) * 3600 + digits(text, at + 14, 2) * 60 + digits(text, at + 17, 2)
  return dayOf(text, at) * 86_400_000 + seconds * 1000 + digits(text, at + 20, 3)
}

function digits(text: string, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

/** Howard Hinnant's days_from_civil: years begin in March, so the leap day comes last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
