/**
 * Reads what the library `web-vitals` says of the interactions of a page: the parts of the wait from a press to the
 * next frame.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { INPMetricWithAttribution } from 'web-vitals/attribution'

/** Milliseconds of each part. */
export interface Interaction {
  /** The wait until the page could begin: it was busy with something else. */
  readonly inputDelay: number
  /** The time in handlers of the press. */
  readonly processing: number
  /** The time from there to the next frame on the screen. */
  readonly presentation: number
  /** Names the longest script above 5 ms in a long frame. */
  readonly longestScript: string | undefined
}

/** The name of what the page keeps for its measurer. */
const name = 'benchInteraction'

declare const webVitals: typeof import('web-vitals/attribution')

/** Call it before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  const path = new URL('web-vitals.attribution.iife.js', import.meta.resolve('web-vitals/attribution'))
  // Each script of the kind has a scope of its own.
  const library = `${await readFile(path, 'utf8')};globalThis.webVitals = webVitals`
  await page.addInitScript({ content: library })
  await page.addInitScript((kept) => {
    const keep = ({ attribution }: INPMetricWithAttribution) => {
      const { interactionTarget, inputDelay, processingDuration, presentationDelay } = attribution
      // Some waits are below what the browser reports: there is nothing to attribute.
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
    // The page itself gets no event that it came back.
    const hide = (event: Event) => event.isTrusted || event.stopImmediatePropagation()
    addEventListener('pageshow', hide, { capture: true })
  }, name)
}

/** The library reports the longest of all interactions: it forgets those before, as for a page that one comes back to. */
export async function forgetInteractions(page: Page): Promise<void> {
  await page.evaluate((kept) => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    Reflect.deleteProperty(window, kept)
  }, name)
}

/** Returns the longest interaction since then; undefined if the browser counts none, or none of 16 ms. */
export async function readInteraction(page: Page): Promise<Interaction | undefined> {
  return page.evaluate((kept): Interaction | undefined => Reflect.get(window, kept), name)
}
