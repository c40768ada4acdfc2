/** Finds the language that a name or a title is written in, for `lang`: fonts and screen readers go by it. */
import type { EntityKind } from '@koedana/contract/values.ts'

/**
 * The language of the names of people, circles, tracks. Latin letters may be of any language and leave it to the page;
 * characters without kana are Japanese here.
 */
export function nameLanguage(name: string | undefined): 'ja' | 'ko' | undefined {
  if (name === undefined) return undefined
  if (kana.test(name) || characters.test(name)) return 'ja'
  return hangul.test(name) ? 'ko' : undefined
}

/** Genres come in the language of the page, unless nobody has translated them: then kana decide. */
export function entityLanguage(kind: EntityKind, name: string): 'ja' | 'ko' | undefined {
  return kind === 'genres' && !kana.test(name) ? undefined : nameLanguage(name)
}

/** Returns the language of an edition's name, whose characters may be Chinese. */
export function editionLanguage(title: string, languages: readonly string[]): string | undefined {
  const chinese = languages.map((language) => scripts[language]).find((script) => script !== undefined)
  if (chinese && characters.test(title) && !kana.test(title)) return chinese
  return nameLanguage(title)
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const characters = /\p{Script=Han}/u
const hangul = /\p{Script=Hangul}/u
const scripts: Readonly<Record<string, string>> = { CHI_HANS: 'zh-Hans', CHI_HANT: 'zh-Hant', CHI: 'zh' }
