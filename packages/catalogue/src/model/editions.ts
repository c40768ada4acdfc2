/** Editions of one work count once. Lists show the best of the editions that match a filter. */
import { type Language, type Locale, languages } from '@koedana/contract/values.ts'
import { type CountedBits, hasBit, numberOf } from '../memory/arena.ts'
import type { Columns } from './generation.ts'

/** The fields of a work that decide which edition is shown. */
export interface Candidate {
  readonly key: number
  readonly languages: number
  /** Key of the original; negative for an original. */
  readonly editionOf: number
}

/** Preferred languages of each interface language, best first. */
const preferredLanguages: Readonly<Record<Locale, readonly Language[]>> = {
  'zh-CN': ['CHI_HANS', 'CHI_HANT', 'CHI', 'JPN'],
  'en-US': ['ENG', 'JPN'],
  'ja-JP': ['JPN'],
}

/** Returns a negative number if `a` is preferred over `b`: by language, then the original, then the lower key. */
export function compareEditions(a: Candidate, b: Candidate, locale: Locale): number {
  return (
    languageRank(a, locale) - languageRank(b, locale) ||
    Number(a.editionOf >= 0) - Number(b.editionOf >= 0) ||
    a.key - b.key
  )
}

export const candidateAt = ({ key, languages, editionOf }: Columns, ordinal: number): Candidate => ({
  key: key[ordinal]!,
  languages: languages[ordinal]!,
  editionOf: editionOf[ordinal]!,
})

/** Returns the key that a work and its editions share. */
export const originalOf = ({ key, editionOf }: Pick<Candidate, 'key' | 'editionOf'>): number =>
  editionOf < 0 ? key : editionOf

/** Returns the keys of the best candidate of each group, in the given order. */
export function bestEditions(candidates: readonly Candidate[], locale: Locale): number[] {
  const best = new Map<number, Candidate>()
  for (const one of candidates) {
    const rival = best.get(originalOf(one))
    if (!rival || compareEditions(one, rival, locale) < 0) best.set(originalOf(one), one)
  }
  return candidates.filter((one) => best.get(originalOf(one)) === one).map(({ key }) => key)
}

function languageRank(work: Candidate, locale: Locale): number {
  const rank = preferredLanguages[locale].findIndex(
    (language) => (work.languages & languageBit(language)) !== 0,
  )
  return rank < 0 ? preferredLanguages[locale].length : rank
}

export const languageBit = (language: Language): number => 1 << languages.indexOf(language)

/** The editions of `originals[o]` are `ordinals[offsets[o]] … ordinals[offsets[o + 1] - 1]`. */
export interface EditionsByOriginal {
  /** Keys, ascending. */
  readonly originals: Int32Array
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
}

/** Returns the ordinals of the editions of an original, without the original itself. */
export function editionsOf(
  { originals, offsets, ordinals }: EditionsByOriginal,
  original: number,
): Uint32Array {
  let low = 0
  let high = originals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (originals[middle]! < original) low = middle + 1
    else high = middle
  }
  if (originals[low] !== original) return ordinals.subarray(0, 0)
  return ordinals.subarray(offsets[low]!, offsets[low + 1]!)
}

/** The preference order for one locale. The bitset holds every work that has a better edition in its group. */
export interface EditionOrder extends CountedBits {
  /**
   * The ordinal of the next better edition of each work in the bitset, by the work's number. That edition may have a better one itself.
   * The second next, third next and so on are appended.
   */
  readonly better: Uint32Array
  /** The work that each entry of `better` belongs to, as an ordinal; parallel to `better`. */
  readonly worse: Uint32Array
  /** The numbers of the works that have more better editions than `better` lists. */
  readonly chained: Uint32Array
}

export type EditionOrders = Readonly<Record<Locale, EditionOrder>>

/** Returns whether some better edition of the work matches. */
export function hasBetterMatch(
  order: EditionOrder,
  ordinal: number,
  matches: (better: number) => boolean,
): boolean {
  for (let at = ordinal; hasBit(order.bits, at); ) {
    at = order.better[numberOf(order, at)]!
    if (matches(at)) return true
  }
  return false
}
