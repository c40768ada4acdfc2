import { unitFormat } from './format.rules.ts'

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats bytes, such as `12.4 MB`. */
export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(sizeUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return unitFormat(locale, sizeUnits[step] ?? 'byte').format(bytes / 1000 ** step)
}
