/** Messages in three languages. Each language has one catalog, compiled at build time and loaded on demand. */
import type { Locale } from '@koedana/contract/values.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use, useCallback } from 'react'
import { type Formats, formatsFor } from './format.rules.ts'
import { queryClient } from './query-client.ts'
import { changeSettings, useSettings } from './settings.ts'

/** The messages of `locales`: the ones that every page needs, and one folder for each set that is loaded on first use. */
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

/** Returns whether the message is loaded in the current language. */
export const isLoaded = (key: string): key is MessageKey => Object.hasOwn(i18n.messages, key)

/** The name of each language in that language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'ja-JP': '日本語',
}

export const i18n = setupI18n()

/** Returns the translate function. Renders the caller again when the language changes. */
export function useT(): Translate {
  const { _ } = useLingui()
  return useCallback<Translate>((key, values) => _(key, values), [_])
}

/** Translates outside components: notices, document titles. */
export const translate: Translate = (key, values) => i18n._(key, values)

/** Loads the stored language. Call it once before the first render. */
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

/** Loads the messages of account pages before the first of them is rendered. Later changes of language include them. */
export function loadMoreWords(): Promise<void> {
  wordSets.add(addMoreWords)
  moreWords ??= withStatus(addMoreWords(useSettings.getState().locale), () => {
    moreWords = undefined
  })
  return moreWords
}

/**
 * Prepares a promise for React's `use`, which reads a promise synchronously only if its `status` is set. Otherwise React suspends even for
 * a resolved promise and shows the result 300 ms later.
 */
export function withStatus(words: Promise<void>, onFailure: () => void): Promise<void> {
  words.then(() => Object.assign(words, { status: 'fulfilled' }), onFailure)
  return words
}

async function addMoreWords(locale: Locale): Promise<void> {
  addWords(locale, (await moreCatalogues[locale]()).default)
}

/** Loaders of all sets in use. A change of language loads all of them first, so that no component suspends again. */
export const wordSets = new Set<(locale: Locale) => Promise<void>>()

const words: Readonly<Record<Locale, Messages>> = { 'zh-CN': {}, 'en-US': {}, 'ja-JP': {} }

/** Does not notify listeners: the components that need the messages wait for them, and a notification would render the whole page again. */
export function addWords(locale: Locale, messages: Messages): void {
  Object.assign(words[locale], messages)
}

async function activate(locale: Locale): Promise<void> {
  await loadWords(locale)
  i18n.loadAndActivate({ locale, messages: words[locale] })
  document.documentElement.lang = locale
}

/** Loads a language with all sets in use, so that switching to it does not wait. */
export async function loadWords(locale: Locale): Promise<void> {
  const [{ default: messages }] = await Promise.all([
    catalogues[locale](),
    ...[...wordSets].map((load) => load(locale)),
  ])
  addWords(locale, messages)
}

export function useFormat(): Formats {
  const { i18n } = useLingui()
  return formatsFor(i18n.locale)
}

/**
 * Loads the messages of accounts and settings for components on other pages. Suspends until they are loaded. Call it only if such a
 * component is shown, so that other visitors do not load them.
 */
export const useMoreWords = (): void => use(loadMoreWords())
