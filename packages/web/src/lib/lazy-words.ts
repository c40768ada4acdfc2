/** Sets of words that come with the first component which shows them. */
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'
import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use } from 'react'
import { i18n, loadMoreWords } from './i18n.ts'

type Catalogues = Readonly<Record<Locale, () => Promise<{ readonly default: Messages }>>>

/** A hook that suspends until the words of the language on screen are there, those of `more` with them. */
export interface LazyWords {
  (): void
  /** For what is said outside components. Words that could not be loaded are asked for again. */
  readonly load: () => Promise<void>
}

export function lazyWords(catalogues: Catalogues): LazyWords {
  const loaded = new Map<Locale, Promise<void>>()
  /** Whoever waited for a promise, even one that was kept, would be drawn 300 ms later. */
  const here = new Set<string>()
  const load = async (locale: Locale) => {
    const [{ default: messages }] = await Promise.all([catalogues[locale](), loadMoreWords()])
    i18n.load(locale, messages)
  }
  const wordsIn = (shown: string): Promise<void> => {
    const locale = locales.find((one) => one === shown) ?? defaultLocale
    const known = loaded.get(locale) ?? load(locale)
    loaded.set(locale, known)
    known.then(
      () => here.add(locale),
      () => loaded.delete(locale),
    )
    return known
  }
  return Object.assign(
    function useLazyWords() {
      const { i18n: shown } = useLingui()
      if (!here.has(shown.locale)) use(wordsIn(shown.locale))
    },
    { load: () => wordsIn(i18n.locale) },
  )
}
