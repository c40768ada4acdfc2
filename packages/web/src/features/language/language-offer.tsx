import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { changeLocale, localeNames } from '../../lib/i18n.ts'
import { hasChosenLocale, useSettings } from '../../lib/settings.ts'
import { offeredLocale, offerWords } from './language-offer.rules.ts'

/**
 * Offers the language of the browser, in that language, until one was chosen: the first pages of a newcomer are Chinese,
 * who may not even know where to look for a switch. It stands over the page, so that nothing moves when it comes or goes.
 */
export function LanguageOffer() {
  const shown = useSettings(({ locale }) => locale)
  const [isOver, setIsOver] = useState(false)
  const offered = offeredLocale({
    preferred: navigator.languages,
    shown,
    hasChosen: isOver || hasChosenLocale(),
  })
  if (!offered) return null
  const { question, close } = offerWords[offered]
  const choose = (locale: typeof shown) => {
    // Browsers that store nothing would ask again on the same page.
    setIsOver(true)
    void changeLocale(locale)
  }
  return (
    <section
      lang={offered}
      aria-label={question}
      style={{ bottom: 'calc(var(--tabs) + var(--player) + 16px)' }}
      className="fixed inset-x-0 z-30 mx-auto flex w-[min(26rem,calc(100vw-2rem))] items-center gap-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 shadow-float"
    >
      <p className="min-w-0 flex-1 text-sm font-medium">{question}</p>
      <button type="button" className="btn-primary" onClick={() => choose(offered)}>
        {localeNames[offered]}
      </button>
      <button type="button" className="btn-icon" aria-label={close} onClick={() => choose(shown)}>
        <IconX size={16} aria-hidden />
      </button>
    </section>
  )
}
