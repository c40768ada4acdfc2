import type { Locale } from '@koedana/contract/values.ts'

/** The words of an offer, in the language that it offers: its reader may not know the one on screen. */
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

export interface Reader {
  /** The languages of the browser as BCP 47 tags, the most wanted first. */
  readonly preferred: readonly string[]
  readonly shown: Locale
  readonly hasChosen: boolean
}

/** Returns the first of our languages that the browser wants, if it is not on screen and nothing was chosen yet. */
export function offeredLocale({ preferred, shown, hasChosen }: Reader): Locale | undefined {
  if (hasChosen) return undefined
  for (const tag of preferred) {
    const locale = localeOfTag.get(tag.toLowerCase().split('-')[0] ?? '')
    if (locale) return locale === shown ? undefined : locale
  }
  return undefined
}
