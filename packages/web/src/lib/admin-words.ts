/** The words of the dashboard, and of what only administrators see elsewhere. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { use } from 'react'
import { i18n, loadMoreWords } from './i18n.ts'
import { useSettings } from './settings.ts'

const loaded = new Map<Locale, Promise<void>>()
const here = new Set<Locale>()

/** Loads the words outside the dashboard: the caller is drawn once they are there. */
export function useAdminWords(): void {
  const { locale } = useSettings.getState()
  if (here.has(locale)) return
  const words = loaded.get(locale) ?? loadAdminWords()
  loaded.set(locale, words)
  use(words)
}

/** Loads the words before the dashboard is drawn. It has no switch of languages: entering it loads them. */
export async function loadAdminWords(): Promise<void> {
  const { locale } = useSettings.getState()
  const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
  i18n.load(locale, messages)
  here.add(locale)
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../locales/admin/zh-CN.json'),
  'en-US': () => import('../locales/admin/en-US.json'),
  'ja-JP': () => import('../locales/admin/ja-JP.json'),
}
