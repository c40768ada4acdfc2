/** Formats what the dashboard alone writes: sizes, and instants of other time zones. */
import { formatsFor } from '../../lib/format.rules.ts'
import { sizeText } from '../../lib/size-text.rules.ts'

export interface DashboardFormats {
  /** Bytes, as `12.4 MB`. */
  readonly size: (bytes: number) => string
  /** Returns an instant as the clocks of a zone show it; as those here do if nobody knows the zone. */
  readonly instantIn: (text: string, timeZone: string) => string
}

export const dashboardFormatsFor = (locale: string): DashboardFormats => ({
  size: (bytes) => sizeText(locale, bytes),
  instantIn: (text, timeZone) =>
    inZone(locale, timeZone)?.format(new Date(text)) ?? formatsFor(locale).instant(text),
})

const zoned = new Map<string, Intl.DateTimeFormat>()

/** Returns undefined for a name that no clock here knows. */
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
