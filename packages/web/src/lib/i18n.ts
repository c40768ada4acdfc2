/** Words in three languages. One catalogue a language, compiled at build and loaded when it is chosen. */
import type { Locale } from '@koedana/contract/values.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use, useCallback } from 'react'
import { type Formats, formatsFor } from './format.rules.ts'
import { queryClient } from './query-client.ts'
import { changeSettings, useSettings } from './settings.ts'

/** The words of `locales`: those that every page needs, and a folder for each set that is loaded where it is first needed. */
export type MessageKey =
  | keyof typeof import('../locales/en-US.json')
  | keyof typeof import('../locales/more/en-US.json')
  | keyof typeof import('../locales/admin/en-US.json')
  | keyof typeof import('../locales/apps/en-US.json')
  | keyof typeof import('../locales/audit/en-US.json')
  | keyof typeof import('../locales/backups/en-US.json')
  | keyof typeof import('../locales/commands/en-US.json')
  | keyof typeof import('../locales/bookmarks/en-US.json')
  | keyof typeof import('../locales/canvas/en-US.json')
  | keyof typeof import('../locales/destinations/en-US.json')
  | keyof typeof import('../locales/editing/en-US.json')
  | keyof typeof import('../locales/files/en-US.json')
  | keyof typeof import('../locales/home/en-US.json')
  | keyof typeof import('../locales/listening/en-US.json')
  | keyof typeof import('../locales/marks/en-US.json')
  | keyof typeof import('../locales/moving/en-US.json')
  | keyof typeof import('../locales/offline/en-US.json')
  | keyof typeof import('../locales/player/en-US.json')
  | keyof typeof import('../locales/own-data/en-US.json')
  | keyof typeof import('../locales/passkeys/en-US.json')
  | keyof typeof import('../locales/playlists/en-US.json')
  | keyof typeof import('../locales/setup/en-US.json')
  | keyof typeof import('../locales/shares/en-US.json')
  | keyof typeof import('../locales/sign-in/en-US.json')
  | keyof typeof import('../locales/statistics/en-US.json')
  | keyof typeof import('../locales/users/en-US.json')
  | keyof typeof import('../locales/storages/en-US.json')
  | keyof typeof import('../locales/folders/en-US.json')
  | keyof typeof import('../locales/drives/en-US.json')
type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Returns whether there are words for it, in the language on screen, as far as its words were needed yet. */
export const isLoaded = (key: string): key is MessageKey => Object.hasOwn(i18n.messages, key)

/** Each language in its own words. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'ja-JP': '日本語',
}

export const i18n = setupI18n()

/** Redraws the caller when the language changes. */
export function useT(): Translate {
  const { _ } = useLingui()
  return useCallback<Translate>((key, values) => _(key, values), [_])
}

/** Translates words outside components: notices, document titles. */
export const translate: Translate = (key, values) => i18n._(key, values)

/** Loads the stored language; called once before the first draw. */
export function startI18n(): Promise<void> {
  return activate(useSettings.getState().locale)
}

export async function changeLocale(locale: Locale): Promise<void> {
  await activate(locale)
  changeSettings({ locale })
  // Logs and failures of tasks, schedules and tests arrive as sentences of the language before.
  queryClient.removeQueries({ queryKey: ['admin'] })
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../locales/zh-CN.json'),
  'en-US': () => import('../locales/en-US.json'),
  'ja-JP': () => import('../locales/ja-JP.json'),
}

const moreCatalogues: typeof catalogues = {
  'zh-CN': () => import('../locales/more/zh-CN.json'),
  'en-US': () => import('../locales/more/en-US.json'),
  'ja-JP': () => import('../locales/more/ja-JP.json'),
}
let moreWords: Promise<void> | undefined

/** Loads the words before the first page of accounts is drawn; later changes of language bring them along. */
export function loadMoreWords(): Promise<void> {
  wordSets.add(addMoreWords)
  moreWords ??= kept(addMoreWords(useSettings.getState().locale), () => {
    moreWords = undefined
  })
  return moreWords
}

/**
 * Prepares a promise for `use`, which reads a promise that is through at once if that is written on it. One that it has not seen before it waits
 * for even then, and what was waited for is drawn 300 ms later.
 */
export function kept(words: Promise<void>, onFailure: () => void): Promise<void> {
  words.then(() => Object.assign(words, { status: 'fulfilled' }), onFailure)
  return words
}

async function addMoreWords(locale: Locale): Promise<void> {
  addWords(locale, (await moreCatalogues[locale]()).default)
}

/** Loads of words that were needed yet: a new language comes with all of them, and nothing waits for them again. */
export const wordSets = new Set<(locale: Locale) => Promise<void>>()

const words: Readonly<Record<Locale, Messages>> = { 'zh-CN': {}, 'en-US': {}, 'ja-JP': {} }

/** Nobody is notified: who shows them has waited for them, and the whole page would be drawn anew. */
export function addWords(locale: Locale, messages: Messages): void {
  Object.assign(words[locale], messages)
}

async function activate(locale: Locale): Promise<void> {
  await loadWords(locale)
  i18n.loadAndActivate({ locale, messages: words[locale] })
  document.documentElement.lang = locale
}

/** Loads a language with all words that were needed yet: whoever chooses it then does not wait for them. */
export async function loadWords(locale: Locale): Promise<void> {
  const [{ default: messages }] = await Promise.all([
    catalogues[locale](),
    ...[...wordSets].map((load) => load(locale)),
  ])
  addWords(locale, messages)
}

/** Returns the formats of the language on screen. */
export function useFormat(): Formats {
  const { i18n } = useLingui()
  return formatsFor(i18n.locale)
}

/**
 * The words of accounts and settings, for what stands on pages that do without them: the caller is drawn once they are there.
 * Call it only if something is shown: nobody else has to load them.
 */
export const useMoreWords = (): void => use(loadMoreWords())
