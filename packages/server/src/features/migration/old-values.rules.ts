/** Parses values of old databases, in which any column may hold any type. */

export type OldRow = Readonly<Record<string, unknown>>

/** Returns a text that both database engines can store; undefined for empty values and other types. Numbers become texts. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') return undefined
  const plain = text.toWellFormed().replaceAll('\0', '').trim()
  return plain === '' ? undefined : plain
}

export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}

export const flagIn = (value: unknown): boolean => value === true || value === 'true' || numberIn(value) === 1

/** Earlier than any such server. */
const firstMs = Date.UTC(2000, 0, 1)
const lastMs = Date.UTC(2100, 0, 1)

/**
 * Returns a UTC timestamp in ISO format. Accepts SQLite's format (without a time zone, UTC), ISO, and numbers of seconds or
 * milliseconds.
 */
export function instantIn(value: unknown): string | undefined {
  const ms = typeof value === 'string' && numberIn(value) === undefined ? msOf(value) : numberIn(value)
  if (ms === undefined) return undefined
  const exact = ms < 1e11 ? ms * 1000 : ms
  return exact >= firstMs && exact < lastMs ? new Date(exact).toISOString() : undefined
}

function msOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)\d*\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
    text.trim(),
  )
  if (!match) return undefined
  const ms = Date.parse(`${match[1]}T${match[2]}${zoneOf(match[3])}`)
  return Number.isNaN(ms) ? undefined : ms
}

const zoneOf = (zone = 'Z') => (zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone)

/** Maximum characters: more than any player state, and fast enough to parse. */
const maxJsonLength = 8_000_000

/** Returns undefined for invalid JSON. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxJsonLength) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const recordIn = (value: unknown): OldRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a path with `/` as separator, also if it was written on Windows; undefined if it contains `..`. */
export function pathIn(value: unknown): string | undefined {
  const parts = textIn(value)
    ?.normalize('NFC')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.')
  return parts === undefined || parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}
