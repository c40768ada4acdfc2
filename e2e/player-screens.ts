/** Gallery: the player. */
import type { Page } from 'playwright-core'
import { passMinutes } from './pass-minutes.ts'
import type { Screen } from './screen.ts'

const path = '/work/RJ90000027'

export async function playing(page: Page): Promise<void> {
  await page.locator('main .btn-primary').click()
  await page.locator('section .range').first().waitFor()
  await page.waitForTimeout(1_500)
}

/** Opens the full player and presses the buttons with these icons. */
const full =
  (...icons: readonly string[]) =>
  async (page: Page): Promise<void> => {
    await playing(page)
    await page.keyboard.press('f')
    await page.getByRole('dialog').waitFor()
    for (const icon of icons)
      await page.getByRole('dialog').locator(`button:has(.tabler-icon-${icon})`).first().click()
    await page.waitForTimeout(700)
  }

export const playerScreens: Readonly<Record<string, Screen>> = {
  'player-full': { path, act: full() },
  'player-lyrics': { path, act: full('quote') },
  'player-choose-lyrics': {
    path,
    as: 'haruka',
    act: async (page) => {
      await full('quote')(page)
      await page.getByRole('dialog').locator('button:has(.tabler-icon-badge-cc)').click()
      await page.getByRole('checkbox').first().click()
      await page.waitForTimeout(700)
    },
  },
  'player-queue': { path, act: full('playlist') },
  'player-sleep': { path, act: full('moon-stars') },
  'player-last-minute': {
    path,
    act: async (page) => {
      await full('moon-stars')(page)
      await page.getByRole('dialog').last().locator('ul .btn').first().click()
      await page.keyboard.press('Escape')
      await passMinutes(page, 4.3)
      await page.waitForTimeout(1_500)
    },
  },
  'player-bookmark': { path, as: 'midori', act: full('bookmark-plus') },
  'player-night': { path, act: full('moon') },
  queue: {
    path,
    act: async (page) => {
      await playing(page)
      await page.locator('section .btn-icon').last().click()
      await page.waitForTimeout(600)
    },
  },
}
