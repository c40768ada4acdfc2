/** Editions of one work count once: which of them stands for the others. */
import { type Language, type Locale, languages } from '@koedana/contract/values.ts'

/** The part of a work that the choice looks at. */
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

/** Negative where `a` stands for the group rather than `b`: language first, then the original, then the lower key. */
export function compareEditions(a: Candidate, b: Candidate, locale: Locale): number {
  return (
    languageRank(a, locale) - languageRank(b, locale) ||
    Number(a.editionOf >= 0) - Number(b.editionOf >= 0) ||
    a.key - b.key
  )
}

function languageRank(work: Candidate, locale: Locale): number {
  const rank = wanted[locale].findIndex((language) => (work.languages & languageBit(language)) !== 0)
  return rank < 0 ? wanted[locale].length : rank
}

export const languageBit = (language: Language): number => 1 << languages.indexOf(language)
