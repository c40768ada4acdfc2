import type { Page } from 'playwright-core'

/** Moves the page's clock forward, which its sleep timer follows. */
export const passMinutes = (page: Page, minutes: number): Promise<void> =>
  page.evaluate((ms) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ms
  }, minutes * 60_000)
