/** The words of editing, which come with its first button. */
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use } from 'react'
import { i18n, loadMoreWords } from '../../../lib/i18n.ts'

/** Suspends until the words of the language on screen are there. */
export function useEditingWords(): void {
  const { i18n: shown } = useLingui()
  use(wordsIn(locales.find((locale) => locale === shown.locale) ?? defaultLocale))
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../../../locales/editing/zh-CN.json'),
  'en-US': () => import('../../../locales/editing/en-US.json'),
  'ja-JP': () => import('../../../locales/editing/ja-JP.json'),
}

const loaded = new Map<Locale, Promise<void>>()

function wordsIn(locale: Locale): Promise<void> {
  const known = loaded.get(locale)
  if (known) return known
  const loading = load(locale)
  loaded.set(locale, loading)
  return loading
}

async function load(locale: Locale): Promise<void> {
  const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
  i18n.load(locale, messages)
}
