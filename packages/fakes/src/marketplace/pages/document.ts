/** The frame of every page. */
import type { MarketLocale } from '../world/genres.ts'
import { escaped } from './escaped.ts'

export interface PageContent {
  readonly title: string
  readonly head?: string
  readonly body: string
}

export function documentOf({ title, head = '', body }: PageContent, locale: MarketLocale): string {
  const language = locale.slice(0, 2)
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
${head}</head><body>
${body}
</body></html>`
}

/** The age question in front of an adult floor. */
export const agePage = `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>年齢確認</title></head><body class="adultcheck">
<div class="adult_check_box _adultcheck"><p>あなたは18歳以上ですか？</p><ul><li class="btn_yes btn-approval"><a href="#">はい</a></li><li class="btn_no"><a href="/home/">いいえ</a></li></ul></div>
</body></html>`
