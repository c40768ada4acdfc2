/** The words of the dashboard, and of what only administrators see elsewhere. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { use } from 'react'
import { addWords, kept, loadMoreWords } from './i18n.ts'
import { useSettings } from './settings.ts'

const loaded = new Map<Locale, Promise<void>>()

/** Loads the words outside the dashboard: the caller is drawn once they are there. */
export const useAdminWords = (): void => use(loadAdminWords())

/** Loads the words before the dashboard is drawn. It has no switch of languages: entering it loads them. */
export function loadAdminWords(): Promise<void> {
  const { locale } = useSettings.getState()
  const words = loaded.get(locale) ?? kept(load(locale), () => loaded.delete(locale))
  loaded.set(locale, words)
  return words
}

async function load(locale: Locale): Promise<void> {
  const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
  addWords(locale, messages)
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../locales/admin/zh-CN.json'),
  'en-US': () => import('../locales/admin/en-US.json'),
  'ja-JP': () => import('../locales/admin/ja-JP.json'),
}
