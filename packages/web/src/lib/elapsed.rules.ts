/** Formats seconds by their two largest units: `3 d 4 h`, `2 min 5 s`, `0 s`. */
export function formatElapsed(locale: string, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = steps.map(({ unit, size, of }) => ({ unit, count: Math.floor(whole / size) % of }))
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return inUnit(locale, 'second', 0)
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => inUnit(locale, unit, count))
    .join(' ')
}

const steps = [
  { unit: 'day', size: 86_400, of: Number.POSITIVE_INFINITY },
  { unit: 'hour', size: 3_600, of: 24 },
  { unit: 'minute', size: 60, of: 60 },
  { unit: 'second', size: 1, of: 60 },
] as const

const inUnit = (locale: string, unit: string, count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
