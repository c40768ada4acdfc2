/**
 * Editions of one work count once: which of them stands for the others.
 * The order of the editions of a group: of those that match a filter the best is shown.
 */
import { type Language, type Locale, languages } from '@koedana/contract/values.ts'
import { type CountedBits, has, numberOf } from '../memory/arena.ts'
import type { Columns } from './generation.ts'

/** The part of a work that decides which edition is shown. */
export interface Candidate {
  readonly key: number
  readonly languages: number
  /** Negative for the original itself. */
  readonly editionOf: number
}

/** Languages that readers of an interface language want, best first. */
const wanted: Readonly<Record<Locale, readonly Language[]>> = {
  'zh-CN': ['CHI_HANS', 'CHI_HANT', 'CHI', 'JPN'],
  'en-US': ['ENG', 'JPN'],
  'ja-JP': ['JPN'],
}

/** Negative if `a` stands for the group rather than `b`: language first, then the original, then the lower key. */
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

/** Keys of the best of each group, in the order given. */
export function bestEditions(candidates: readonly Candidate[], locale: Locale): number[] {
  const best = new Map<number, Candidate>()
  for (const one of candidates) {
    const rival = best.get(originalOf(one))
    if (!rival || compareEditions(one, rival, locale) < 0) best.set(originalOf(one), one)
  }
  return candidates.filter((one) => best.get(originalOf(one)) === one).map(({ key }) => key)
}

function languageRank(work: Candidate, locale: Locale): number {
  const rank = wanted[locale].findIndex((language) => (work.languages & languageBit(language)) !== 0)
  return rank < 0 ? wanted[locale].length : rank
}

export const languageBit = (language: Language): number => 1 << languages.indexOf(language)

/** The editions of `originals[o]` are `ordinals[offsets[o]] … ordinals[offsets[o + 1] - 1]`. */
export interface EditionsByOriginal {
  /** Keys, ascending. */
  readonly originals: Int32Array
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
}

/** Ordinals; the original itself is not among them. */
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

/** The order of one language. The bits are the works that some edition of their group goes before. */
export interface EditionOrder extends CountedBits {
  /**
   * The ordinal of the next better edition for each of them, by its number; that one may have a better one itself. Behind them
   * stand the next ones after those.
   */
  readonly better: Uint32Array
  /** The ordinals of those that the better ones are better than: one by one, as `better` has them. */
  readonly worse: Uint32Array
  /** The numbers of those with more better editions than stand in `better`. */
  readonly chained: Uint32Array
}

export type EditionOrders = Readonly<Record<Locale, EditionOrder>>

/** Returns whether some better edition matches. */
export function givesWay(
  order: EditionOrder,
  ordinal: number,
  matches: (better: number) => boolean,
): boolean {
  for (let at = ordinal; has(order.bits, at); ) {
    at = order.better[numberOf(order, at)]!
    if (matches(at)) return true
  }
  return false
}
