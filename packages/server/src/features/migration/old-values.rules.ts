/** Values as old databases hold them: any column may hold anything, whatever its type says. */

export type OldRow = Readonly<Record<string, unknown>>

/** Returns a text that both engines can store; undefined for nothing, and for what is none. Numbers are texts too. */
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

/** Before this nobody had such a server. */
const firstMs = Date.UTC(2000, 0, 1)
const lastMs = Date.UTC(2100, 0, 1)

/** Fixed-width UTC text: of SQLite's own spelling, which has no zone and means UTC, of ISO, and of a number of (milli)seconds. */
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

/** More than any state of a player, and less than would hold everything up. */
const longestJson = 8_000_000

/** Returns undefined for what is no JSON. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestJson) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const recordIn = (value: unknown): OldRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Returns a path with `/` between its parts, also from a machine that writes them otherwise; undefined for one that
 * leads elsewhere.
 */
export function pathIn(value: unknown): string | undefined {
  const parts = textIn(value)
    ?.normalize('NFC')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.')
  return parts === undefined || parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}
