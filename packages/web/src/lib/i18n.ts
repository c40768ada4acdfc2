/** Words in three languages. One catalogue a language, compiled at build and loaded when it is chosen. */
import type { Locale } from '@koedana/contract/values.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use, useCallback } from 'react'
import { type Formats, formatsFor } from './format.rules.ts'
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
  | keyof typeof import('../locales/storages/en-US.json')
  | keyof typeof import('../locales/folders/en-US.json')
  | keyof typeof import('../locales/drives/en-US.json')
type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Whether there are words for it, in the language on screen, as far as its words were needed yet. */
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
let needsMoreWords = false
let hasMoreWords = false

/** Loads the words before the first page of accounts is drawn; later changes of language bring them along. */
export async function loadMoreWords(): Promise<void> {
  needsMoreWords = true
  await addMoreWords(useSettings.getState().locale)
  hasMoreWords = true
}

async function addMoreWords(locale: Locale): Promise<void> {
  const { default: messages } = await moreCatalogues[locale]()
  i18n.load(locale, messages)
}

async function activate(locale: Locale): Promise<void> {
  const { default: messages } = await catalogues[locale]()
  i18n.load(locale, messages)
  if (needsMoreWords) await addMoreWords(locale)
  i18n.activate(locale)
  document.documentElement.lang = locale
}

/** The formats of the language on screen. */
export function useFormat(): Formats {
  const { i18n } = useLingui()
  return formatsFor(i18n.locale)
}

/** The words of accounts and settings, for what stands on pages that do without them. */
let words: Promise<void> | undefined

/** The caller is drawn once they are there. Call it only if something is shown: nobody else has to load them. */
export function useMoreWords(): void {
  if (hasMoreWords) return
  words ??= loadMoreWords()
  use(words)
}
