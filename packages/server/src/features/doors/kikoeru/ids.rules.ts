/**
 * Converts IDs to those of kikoeru. There, works, circles and tags have numbers, and voice actors have texts. Entities without a number
 * of a marketplace get one derived from our key, which is stable on this server.
 */
import { normalizeWorkId } from '@koedana/contract/values.ts'

/** RJ, BJ, VJ, and custom works (KD) in the position where kikoeru has its own. */
const prefixes = ['RJ', 'BJ', 'VJ', 'KD']
const worksOfPrefix = 10 ** 12

export const workNumberOf = (id: string): number =>
  prefixes.indexOf(id.slice(0, 2)) * worksOfPrefix + Number(id.slice(2))

/** Returns the work ID for a number or a code; undefined if the text is neither. */
export function workIdOf(text: string): string | undefined {
  if (!/^\d{1,13}$/.test(text)) return normalizeWorkId(text)
  const number = Number(text)
  const prefix = prefixes[Math.floor(number / worksOfPrefix)]
  const digits = number % worksOfPrefix
  if (prefix === undefined || digits > 99_999_999) return undefined
  const width = prefix === 'KD' || digits >= 1_000_000 ? 8 : 6
  return normalizeWorkId(prefix + String(digits).padStart(width, '0'))
}

const circlePrefixes = ['RG', 'BG', 'VG']
const circlesOfPrefix = 10 ** 9
/** All below 2^31, since one app reads them as 32-bit integers. */
const firstOwn = { makers: 500_000_000, genres: 1_000_000_000 } as const

export type NumberedKind = keyof typeof firstOwn

/** An entity with the ID from its source, and our key. */
export interface Numbered {
  readonly id: string
  readonly key: number
}

/** Returns the number in the ID of an entity, or one derived from its key. */
export function entityNumberOf(kind: NumberedKind, { id, key }: Numbered): number {
  const [, prefix = '', digits = ''] =
    kind === 'makers' ? (/^(RG|BG|VG)(\d{1,8})$/.exec(id) ?? []) : (/^()([1-9]\d{0,8})$/.exec(id) ?? [])
  if (digits === '') return firstOwn[kind] + key
  return Math.max(0, circlePrefixes.indexOf(prefix)) * circlesOfPrefix + Number(digits)
}

/** The IDs that a number can represent, or the key if the number was derived from one. */
export interface EntityCandidates {
  readonly ids: readonly string[]
  readonly key: number | undefined
}

/** Returns the entities that a number can refer to. */
export function entityOfNumber(kind: NumberedKind, text: string): EntityCandidates {
  if (!/^\d{1,10}$/.test(text)) return { ids: [], key: undefined }
  const number = Number(text)
  const own = number - firstOwn[kind]
  if (kind === 'genres') return own < 0 ? { ids: [String(number)], key: undefined } : { ids: [], key: own }
  if (own >= 0 && number < circlesOfPrefix) return { ids: [], key: own }
  const prefix = circlePrefixes[Math.floor(number / circlesOfPrefix)]
  if (prefix === undefined) return { ids: [], key: undefined }
  const digits = String(number % circlesOfPrefix)
  // Sources pad the digits with zeros to different widths.
  return { ids: Array.from({ length: 8 }, (_, at) => prefix + digits.padStart(at + 1, '0')), key: undefined }
}
