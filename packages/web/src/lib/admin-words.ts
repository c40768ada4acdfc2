/** The words of the dashboard, which no other page carries. It has no switch of languages: entering it loads them. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { i18n, loadMoreWords } from './i18n.ts'
import { useSettings } from './settings.ts'

/** Before the dashboard is drawn. */
export async function loadAdminWords(): Promise<void> {
  const { locale } = useSettings.getState()
  const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
  i18n.load(locale, messages)
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../locales/admin/zh-CN.json'),
  'en-US': () => import('../locales/admin/en-US.json'),
  'ja-JP': () => import('../locales/admin/ja-JP.json'),
}
