/** Runs axe on settled pages. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { settled } from './settled.ts'

export const themes = ['light', 'dark'] as const

export type Violations = Readonly<Record<string, readonly string[]>>

/** Returns the violations of each theme, in the page or a part of it. */
export async function violationsByTheme(page: Page, within?: string): Promise<Violations> {
  const found: Record<string, readonly string[]> = {}
  for (const theme of themes) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    found[theme] = await violationsOf(page, within)
  }
  return found
}

export async function violationsOf(page: Page, within?: string): Promise<readonly string[]> {
  await settled(page)
  // Without legacy mode, axe opens a second page to merge the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

export const noViolations: Violations = { light: [], dark: [] }
