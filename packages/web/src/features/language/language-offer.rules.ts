import type { Locale } from '@koedana/contract/values.ts'

/** The texts of the offer in the offered language, because the reader may not know the current one. */
export interface OfferWords {
  readonly question: string
  readonly close: string
}

export const offerWords: Readonly<Record<Locale, OfferWords>> = {
  'zh-CN': { question: '要用中文显示吗？', close: '关闭' },
  'en-US': { question: 'Read this in English?', close: 'Close' },
  'ja-JP': { question: '日本語で表示しますか？', close: '閉じる' },
}

const localeOfTag: ReadonlyMap<string, Locale> = new Map([
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
  ['ja', 'ja-JP'],
])

export interface LanguagePreferences {
  /** The browser's languages as BCP 47 tags, in order of preference. */
  readonly preferred: readonly string[]
  readonly shown: Locale
  readonly hasChosen: boolean
}

/** Returns the first supported language that the browser prefers, unless it is current or the user has chosen a language. */
export function offeredLocale({ preferred, shown, hasChosen }: LanguagePreferences): Locale | undefined {
  if (hasChosen) return undefined
  for (const tag of preferred) {
    const locale = localeOfTag.get(tag.toLowerCase().split('-')[0] ?? '')
    if (locale) return locale === shown ? undefined : locale
  }
  return undefined
}
