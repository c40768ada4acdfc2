/** Names of the marketplace's language codes, as the platform writes them. */
import type { Language } from '@koedana/contract/values.ts'

/** Codes without a language of their own (`other`, `none needed`) stay as they are. */
const tags: Readonly<Partial<Record<Language, string>>> = {
  JPN: 'ja',
  ENG: 'en',
  CHI_HANS: 'zh-Hans',
  CHI_HANT: 'zh-Hant',
  CHI: 'zh',
  KO_KR: 'ko',
  SPA: 'es',
  GER: 'de',
  FRE: 'fr',
  IND: 'id',
  ITA: 'it',
  POR: 'pt',
  SWE: 'sv',
  THA: 'th',
  VIE: 'vi',
}

export function languageName(language: Language, locale: string): string {
  const tag = tags[language]
  return (tag && new Intl.DisplayNames(locale, { type: 'language' }).of(tag)) ?? language
}
