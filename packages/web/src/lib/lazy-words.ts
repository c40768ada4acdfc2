/** Message sets that are loaded with the first component that needs them. */
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use } from 'react'
import { addWords, i18n, loadMoreWords, withStatus, wordSets } from './i18n.ts'

type Catalogues = Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>>

/** A hook that suspends until the messages of the current language are loaded, including those of `more`. */
export interface LazyWords {
  (): void
  /** Loads the messages for use outside components. Requests them again if an earlier load failed. */
  readonly load: () => Promise<void>
}

export function lazyWords(catalogues: Catalogues): LazyWords {
  const loaded = new Map<Locale, Promise<void>>()
  const load = async (locale: Locale) => {
    const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
    addWords(locale, messages)
  }
  const wordsIn = (shown: string): Promise<void> => {
    const locale = locales.find((one) => one === shown) ?? defaultLocale
    const known = loaded.get(locale) ?? withStatus(load(locale), () => loaded.delete(locale))
    loaded.set(locale, known)
    wordSets.add(ahead)
    return known
  }
  /** If this load fails, the component that needs the messages requests them again. */
  const ahead = (locale: Locale) => wordsIn(locale).catch(() => undefined)
  return Object.assign(
    function useLazyWords() {
      const { i18n: shown } = useLingui()
      use(wordsIn(shown.locale))
    },
    { load: () => wordsIn(i18n.locale) },
  )
}
