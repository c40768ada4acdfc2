import type { Locale } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { addWords } from '../../../lib/i18n.ts'
import { useSettings } from '../../../lib/settings.ts'

/** The dashboard has no language switch, so the messages load on entry. */
export async function loadStorageWords(): Promise<void> {
  const { locale } = useSettings.getState()
  const { default: messages } = await catalogues[locale]()
  addWords(locale, messages)
}

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>> = {
  'zh-CN': () => import('../../../locales/storages/zh-CN.json'),
  'en-US': () => import('../../../locales/storages/en-US.json'),
  'ja-JP': () => import('../../../locales/storages/ja-JP.json'),
}
