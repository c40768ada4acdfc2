import { variantTable } from '@koedana/catalogue/text/variants.rules.ts'
import type { LyricsLanguage } from '@koedana/contract/values.ts'

const spoken: Readonly<Record<string, readonly string[]>> = {
  ja: ['ja', 'jp', 'jpn', 'jap', 'ja-jp', 'japanese', '日本語', '日本语', '日语', '日語', '日文'],
  'zh-Hans': [
    'zh-cn',
    'zh-hans',
    'zh-sg',
    'chs',
    'sc',
    'gb',
    'cn',
    '简体',
    '简体中文',
    '简中',
    '簡体',
    '簡体字',
    '简',
  ],
  'zh-Hant': [
    'zh-tw',
    'zh-hk',
    'zh-hant',
    'cht',
    'tc',
    'big5',
    'tw',
    '繁体',
    '繁體',
    '繁體中文',
    '繁体中文',
    '繁中',
    '繁',
  ],
  zh: ['zh', 'chi', 'zho', 'chinese', '中文', '中国語', '汉化', '漢化', '中字'],
  en: ['en', 'eng', 'en-us', 'en-gb', 'english', '英語', '英语', '英文'],
  ko: ['ko', 'kor', 'kr', 'ko-kr', 'korean', '한국어', '韓国語', '韩语', '韓文'],
}
const languageOfName = new Map(
  Object.entries(spoken).flatMap(([lang, names]) => names.map((name) => [name, lang])),
)
const codes = new Set(
  'es de fr id it pt sv th vi ru es-es pt-br fr-fr de-de it-it vi-vn th-th ru-ru'.split(' '),
)

/** Splits a language suffix off a file name. Returns undefined if the last part of the name is not a language. */
export function splitLanguageSuffix(
  stem: string,
): { readonly rest: string; readonly lang: string } | undefined {
  const found =
    /^(.*?)[\s._-]*[[(【（]([^\])】）]{1,12})[\])】）]\s*$/u.exec(stem) ??
    /^(.+)[.](\S{1,16})$/u.exec(stem) ??
    /^(.+?)[\s_-]+([^\s_-]{1,12})$/u.exec(stem)
  const lang = found && languageOfSuffix(found[2] ?? '', /\.[^.]{1,16}$/u.test(stem))
  return lang && found[1] ? { rest: found[1], lang } : undefined
}

/** Two-letter codes count only as an extension: `Part-de` is a title. */
function languageOfSuffix(text: string, isExtension: boolean): string | undefined {
  const name = text.normalize('NFKC').trim().toLowerCase().replaceAll('_', '-')
  const known = languageOfName.get(name)
  if (known !== undefined) return known
  return isExtension && codes.has(name) ? name.slice(0, 2) : undefined
}

export function languageOfFolder(name: string): string | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/字幕|歌词|歌詞|翻訳|翻译|subtitles?|subs?|lyrics?|lrc|srt|vtt|ass/g, ' ')
  for (const part of plain.split(/[\s._()[\]【】-]+/)) {
    // `日本語版` ("Japanese version") names a whole set in one language.
    const lang = part === '' ? undefined : languageOfName.get(part.replace(/版$/u, ''))
    if (lang !== undefined) return lang
  }
  return undefined
}

const maxSampleLength = 4_000
const kanaShare = 0.03
const englishWords = /\b(?:the|and|you|is|to|of|it|in|that|what|i'm|are|my|me|for|with)\b/gi

/** Returns a language tag from the scripts at the beginning of the text; `und` if undecidable. */
export function languageOfText(text: string): string {
  const sample = text.slice(0, maxSampleLength)
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const han = sample.match(/\p{Script=Han}/gu) ?? []
  const [hangul, latin] = [count(/\p{Script=Hangul}/gu), count(/\p{Script=Latin}/gu)]
  const most = Math.max(kana + han.length, hangul, latin / 3)
  if (most === 0) return 'und'
  if (hangul === most) return 'ko'
  if (kana + han.length === most)
    return kana >= (kana + han.length) * kanaShare ? 'ja' : chineseVariantOf(han)
  return count(englishWords) >= Math.max(1, sample.split(/\s+/).length * 0.05) ? 'en' : 'und'
}

let variants: ReadonlyMap<number, number> | undefined

/** Counts the characters that exist only in traditional Chinese. */
function chineseVariantOf(han: readonly string[]): string {
  variants ??= variantTable()
  const known = variants
  const traditional = han.filter((one) => known.has(one.charCodeAt(0))).length
  return traditional >= han.length * traditionalShare ? 'zh-Hant' : 'zh-Hans'
}

const traditionalShare = 0.08

/** Returns the value by which lists filter a language. */
export function languageFilterOf(lang: string): LyricsLanguage {
  const [first = ''] = lang.split('-')
  return first === 'zh' || first === 'ja' || first === 'en' ? first : 'other'
}

/** Returns the language for the language code of an audio tag; undefined for unknown codes such as `XXX`. */
export function languageOfCode(code: string): string | undefined {
  const name = code.trim().toLowerCase()
  return languageOfName.get(name) ?? (codes.has(name) ? name.slice(0, 2) : undefined)
}
