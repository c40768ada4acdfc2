/** Formats used only by the dashboard: sizes, and instants in other time zones. */
import { formatsFor } from '../../lib/format.rules.ts'
import { formatBytes } from '../../lib/size-text.rules.ts'

export interface DashboardFormats {
  /** Formats bytes, such as `12.4 MB`. */
  readonly size: (bytes: number) => string
  /** Formats an instant in a time zone; in the local one if the time zone is unknown. */
  readonly instantIn: (text: string, timeZone: string) => string
}

export const dashboardFormatsFor = (locale: string): DashboardFormats => ({
  size: (bytes) => formatBytes(locale, bytes),
  instantIn: (text, timeZone) =>
    inZone(locale, timeZone)?.format(new Date(text)) ?? formatsFor(locale).instant(text),
})

const zoned = new Map<string, Intl.DateTimeFormat>()

/** Returns undefined if the browser does not know the time zone. */
function inZone(locale: string, timeZone: string): Intl.DateTimeFormat | undefined {
  const key = `${locale} ${timeZone}`
  const known = zoned.get(key)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    zoned.set(key, format)
    return format
  } catch {
    return undefined
  }
}
