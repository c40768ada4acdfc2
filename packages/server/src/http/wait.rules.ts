import type { Locale } from '@koedana/contract/values.ts'

const minute = 60
const hour = 60 * minute

/** Formats a wait time, rounded up: "15 minutes", "15 分钟", "15分". */
export function formatWait(seconds: number, locale: Locale): string {
  const [size, unit] = seconds < minute ? [1, 'second'] : seconds < hour ? [minute, 'minute'] : [hour, 'hour']
  const unitDisplay = locale === 'en-US' ? 'long' : 'short'
  const said = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(
    Math.ceil(seconds / size),
  )
  if (locale === 'en-US') return said
  return said.replace(/(\d)\s*(?=\D)/, locale === 'zh-CN' ? '$1 ' : '$1')
}
