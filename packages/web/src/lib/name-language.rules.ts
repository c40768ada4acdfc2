/** Detects the language of a name or a title for the `lang` attribute, which fonts and screen readers use. */
import type { EntityKind } from '@koedana/contract/values.ts'

/**
 * Returns the language of the name of a person, circle or track. Undefined for Latin letters, which may be of any language. Han characters
 * without kana count as Japanese.
 */
export function nameLanguage(name: string | undefined): 'ja' | 'ko' | undefined {
  if (name === undefined) return undefined
  if (kana.test(name) || characters.test(name)) return 'ja'
  return hangul.test(name) ? 'ko' : undefined
}

/** Genres are in the language of the page. Untranslated ones are detected by their kana. */
export function entityLanguage(kind: EntityKind, name: string): 'ja' | 'ko' | undefined {
  return kind === 'genres' && !kana.test(name) ? undefined : nameLanguage(name)
}

/** Returns the language of an edition's title, whose Han characters may be Chinese. */
export function editionLanguage(title: string, languages: readonly string[]): string | undefined {
  const chinese = languages.map((language) => scripts[language]).find((script) => script !== undefined)
  if (chinese && characters.test(title) && !kana.test(title)) return chinese
  return nameLanguage(title)
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const characters = /\p{Script=Han}/u
const hangul = /\p{Script=Hangul}/u
const scripts: Readonly<Record<string, string>> = { CHI_HANS: 'zh-Hans', CHI_HANT: 'zh-Hant', CHI: 'zh' }
