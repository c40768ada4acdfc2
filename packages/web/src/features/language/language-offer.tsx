import { useState } from 'react'
import { changeLocale, localeNames } from '../../lib/i18n.ts'
import { hasChosenLocale, useSettings } from '../../lib/settings.ts'
import { StandingNotice } from '../../ui/standing-notice.tsx'
import { offeredLocale, offerWords } from './language-offer.rules.ts'

/**
 * Offers the browser's language, in that language, until one is chosen: new users see Chinese pages and may not find the switch. Overlays
 * the page, to avoid layout shifts.
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
    // Without storage the offer would appear again on the same page.
    setIsOver(true)
    void changeLocale(locale)
  }
  return (
    <section lang={offered} aria-label={question}>
      <StandingNotice close={close} onClose={() => choose(shown)}>
        <p className="min-w-0 flex-1 font-medium">{question}</p>
        <button type="button" className="btn-primary" onClick={() => choose(offered)}>
          {localeNames[offered]}
        </button>
      </StandingNotice>
    </section>
  )
}
