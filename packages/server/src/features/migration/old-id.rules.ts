/** Converts old IDs of works, circles and genres to ours. */
import { normalizeWorkId } from '@koedana/contract/values.ts'
import { numberIn, textIn } from './old-values.rules.ts'

/** A work ID of ours (`RJ…`, `BJ…`, `VJ…`), a custom work of the old server (`CC…`), or any other text as it was written. */
export type OldId = string

const perKind = 10 ** 12
const kinds = ['RJ', 'BJ', 'VJ', 'CC']

/** Returns undefined for an empty value. Old IDs are numbers, texts of digits, or codes. */
export function oldIdIn(value: unknown): OldId | undefined {
  const text = textIn(value)
  if (text === undefined) return undefined
  const number = numberIn(text)
  if (number === undefined) return normalizeWorkId(text) ?? text.slice(0, 64)
  const [kind, digits] = [kinds[Math.floor(number / perKind)], number % perKind]
  if (kind === undefined || !Number.isSafeInteger(digits) || digits <= 0 || digits >= 10 ** 8)
    return text.slice(0, 64)
  const spelt = String(digits).padStart(digits < 1_000_000 ? 6 : 8, '0')
  return kind === 'CC' ? `CC${spelt}` : (normalizeWorkId(kind + spelt) ?? text)
}

export const isMarketId = (id: OldId): boolean => normalizeWorkId(id) === id
/** Returns whether the ID is that of a custom work of the old server. */
export const isOwnId = (id: OldId): boolean => /^CC\d{6,8}$/.test(id)

const perCircleKind = 10 ** 9
const circleKinds = ['RG', 'BG', 'VG']

/** Returns the marketplace ID of a circle; undefined for circles created on the old server, whose IDs are only valid there. */
export function circleIdOf(value: unknown): string | undefined {
  const number = numberIn(value)
  if (number === undefined || !Number.isSafeInteger(number) || number <= 0) return undefined
  const kind = circleKinds[Math.floor(number / perCircleKind)]
  const digits = number % perCircleKind
  return kind === undefined || digits === 0 ? undefined : kind + String(digits).padStart(5, '0')
}

/** Returns the marketplace ID of a genre; undefined for genres created on the old server. */
export function genreIdOf(value: unknown): string | undefined {
  const number = numberIn(value)
  return number !== undefined && Number.isSafeInteger(number) && number > 0 && number < 100_000
    ? String(number)
    : undefined
}
