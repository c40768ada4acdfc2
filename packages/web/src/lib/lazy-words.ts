/** Sets of words that come with the first component which shows them. */
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use } from 'react'
import { addWords, i18n, kept, loadMoreWords, wordSets } from './i18n.ts'

type Catalogues = Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>>

/** A hook that suspends until the words of the language on screen are there, those of `more` with them. */
export interface LazyWords {
  (): void
  /** Loads what is said outside components. Words that could not be loaded are requested again. */
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
    const known = loaded.get(locale) ?? kept(load(locale), () => loaded.delete(locale))
    loaded.set(locale, known)
    wordSets.add(ahead)
    return known
  }
  /** Words that a new language came without are requested again by who shows them. */
  const ahead = (locale: Locale) => wordsIn(locale).catch(() => undefined)
  return Object.assign(
    function useLazyWords() {
      const { i18n: shown } = useLingui()
      use(wordsIn(shown.locale))
    },
    { load: () => wordsIn(i18n.locale) },
  )
}
