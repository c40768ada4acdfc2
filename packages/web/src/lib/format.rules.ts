/** Formats numbers, prices, dates and durations for a locale. */

export interface Formats {
  /** `12,206` */
  readonly number: (value: number) => string
  /** `12K`, `1.2万`, for narrow places. */
  readonly compact: (value: number) => string
  /** Yen: `¥1,760`. */
  readonly price: (yen: number) => string
  /** 0 to 5 with two decimals. */
  readonly rating: (value: number) => string
  /** Accepts `YYYY-MM-DD` or an instant. A plain date is the same day in every time zone. */
  readonly date: (text: string) => string
  readonly instant: (text: string) => string
  readonly time: (text: string) => string
  /** The separator between the items of a list. */
  readonly comma: string
  /** Formats seconds, such as `1 hr 5 min`; less than a minute counts as one minute. */
  readonly duration: (seconds: number) => string
}

export function formatsFor(locale: string): Formats {
  const known = formatsByLocale.get(locale)
  if (known) return known
  const formats = makeFormats(locale)
  formatsByLocale.set(locale, formats)
  return formats
}

/** Formats seconds as a player clock: `0:07`, `12:34`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  const [first = 0, ...rest] = hours > 0 ? [hours, ...parts] : parts
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** Creating an Intl object costs far more than using one. */
const formatsByLocale = new Map<string, Formats>()

function makeFormats(locale: string): Formats {
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // Only the symbol would give `JP¥1,760` in Chinese, and a full-width sign with a gap in Japanese, where 1,760円 is usual.
  const price = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'JPY',
    currencyDisplay: locale === 'ja-JP' ? 'name' : 'narrowSymbol',
  })
  const rating = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const plainDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const hours = unitFormat(locale, 'hour')
  const minutes = unitFormat(locale, 'minute')
  return {
    comma: locale.startsWith('en') ? ', ' : '、',
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    price: (yen) => price.format(yen),
    rating: (value) => rating.format(value),
    date: (text) => (text.length === 10 ? plainDate : date).format(new Date(text)),
    instant: (text) => instant.format(new Date(text)),
    time: (text) => time.format(new Date(text)),
    duration: (seconds) => {
      const total = Math.max(1, Math.round(seconds / 60))
      const parts = [Math.floor(total / 60), total % 60] as const
      if (parts[0] === 0) return minutes.format(total)
      return parts[1] === 0 ? hours.format(parts[0]) : `${hours.format(parts[0])} ${minutes.format(parts[1])}`
    },
  }
}

export function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short form of "byte" is not abbreviated in English and has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
}
