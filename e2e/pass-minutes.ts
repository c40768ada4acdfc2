import type { Page } from 'playwright-core'

/** Moves the clock of a page on, by which its sleep timer goes. */
export const passMinutes = (page: Page, minutes: number): Promise<void> =>
  page.evaluate((ms) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ms
  }, minutes * 60_000)
