/** The language of a response: the query decides, then the cookie, else Japanese. */
import type { MarketLocale } from '../world/genres.ts'

const locales: Readonly<Record<string, MarketLocale>> = {
  ja_jp: 'ja_JP',
  en_us: 'en_US',
  zh_cn: 'zh_CN',
  zh_tw: 'zh_TW',
  ko_kr: 'ko_KR',
}

export function localeOf(url: URL, cookies: string): MarketLocale {
  const cookie = /(?:^|;\s*)locale=([\w-]+)/.exec(cookies)?.[1]
  const requested = url.searchParams.get('locale') ?? cookie ?? ''
  return locales[requested.toLowerCase().replace('-', '_')] ?? 'ja_JP'
}
