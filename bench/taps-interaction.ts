/** Reads what the library `web-vitals` reports about interactions: the parts of the time from a press to the next frame. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { INPMetricWithAttribution } from 'web-vitals/attribution'

/** In milliseconds. */
export interface Interaction {
  /** Time until handlers could run, because the page was busy. */
  readonly inputDelay: number
  /** Time in event handlers. */
  readonly processing: number
  /** Time from there to the next painted frame. */
  readonly presentation: number
  /** The longest script above 5 ms in a long frame. */
  readonly longestScript: string | undefined
}

/** Name of the property of `window` with the last interaction. */
const name = 'benchInteraction'

declare const webVitals: typeof import('web-vitals/attribution')

/** Call before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  const path = new URL('web-vitals.attribution.iife.js', import.meta.resolve('web-vitals/attribution'))
  // Each such script has its own scope.
  const library = `${await readFile(path, 'utf8')};globalThis.webVitals = webVitals`
  await page.addInitScript({ content: library })
  await page.addInitScript((kept) => {
    const keep = ({ attribution }: INPMetricWithAttribution) => {
      const { interactionTarget, inputDelay, processingDuration, presentationDelay } = attribution
      // Waits below the browser's reporting threshold cannot be attributed.
      if (interactionTarget === undefined) return
      const { entry, intersectingDuration = 0 } = attribution.longestScript ?? {}
      const source = entry && `${entry.invoker} ${entry.sourceFunctionName}`.trim()
      Reflect.set(window, kept, {
        inputDelay,
        processing: processingDuration,
        presentation: presentationDelay,
        longestScript: source && `${Math.round(intersectingDuration)} ms ${source}`,
      })
    }
    webVitals.onINP(keep, { reportAllChanges: true, durationThreshold: 0 })
    // Hides the artificial event from the page's own listeners.
    const hide = (event: Event) => event.isTrusted || event.stopImmediatePropagation()
    addEventListener('pageshow', hide, { capture: true })
  }, name)
}

/**
 * Resets the library, which reports the longest of all interactions: it starts over when a page is restored from the back/forward cache.
 */
export async function forgetInteractions(page: Page): Promise<void> {
  await page.evaluate((kept) => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    Reflect.deleteProperty(window, kept)
  }, name)
}

/** Returns the longest interaction since then; undefined if the browser reported none, or none of at least 16 ms. */
export async function readInteraction(page: Page): Promise<Interaction | undefined> {
  return page.evaluate((kept): Interaction | undefined => Reflect.get(window, kept), name)
}
