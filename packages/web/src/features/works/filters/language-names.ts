/** Names of the marketplace's language codes: from `Intl.DisplayNames`, or own messages for special codes. */
import type { Language, LyricsLanguage } from '@koedana/contract/values.ts'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import { useT } from '../../../lib/i18n.ts'

type Unspoken = 'OTL' | 'NM'

const tags = {
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
} as const satisfies Record<Exclude<Language, Unspoken>, string>

const isUnspoken = (language: Language): language is Unspoken => language === 'OTL' || language === 'NM'

/** Returns a function that names a language in the current language. */
export function useLanguageName(): (language: Language) => string {
  const t = useT()
  const { i18n } = useLingui()
  return useCallback(
    (language) =>
      isUnspoken(language)
        ? t(`language.${language}`)
        : (namesIn(i18n.locale).of(tags[language]) ?? language),
    [t, i18n.locale],
  )
}

export function useLyricsLanguageName(): (language: LyricsLanguage) => string {
  const t = useT()
  const { i18n } = useLingui()
  return useCallback(
    (language) =>
      language === 'other' ? t('language.OTL') : (namesIn(i18n.locale).of(language) ?? language),
    [t, i18n.locale],
  )
}

/** Creating an instance takes longer than reading all names from it. */
const namesByLocale = new Map<string, Intl.DisplayNames>()

function namesIn(locale: string): Intl.DisplayNames {
  const names = namesByLocale.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' })
  namesByLocale.set(locale, names)
  return names
}
