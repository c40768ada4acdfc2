/** Messages of the dashboard, and of controls elsewhere that only administrators see. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { use } from 'react'
import { addWords, loadMoreWords, withStatus } from './i18n.ts'
import { useSettings } from './settings.ts'

const loaded = new Map<Locale, Promise<void>>()

/** Loads the messages outside the dashboard. Suspends until they are loaded. */
export const useAdminWords = (): void => use(loadAdminWords())

/** Loads the messages before the dashboard is rendered. The dashboard has no language switch, so they load on entry. */
export function loadAdminWords(): Promise<void> {
  const { locale } = useSettings.getState()
  const words = loaded.get(locale) ?? withStatus(load(locale), () => loaded.delete(locale))
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
