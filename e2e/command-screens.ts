/** Gallery: command palette, selection, shared links and offline works. */
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import { settled } from './settled.ts'

const work = '/work/RJ90000027'

/** Clicks the button with this icon, and waits for its dialog. */
async function press(page: Page, icon: string): Promise<void> {
  await page.locator(`main button:has(.tabler-icon-${icon})`).first().click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(600)
}

async function select(page: Page): Promise<void> {
  await page.locator('[data-card] a[tabindex="0"]').first().focus()
  for (let more = 0; more < 2; more++) await page.keyboard.press('Shift+ArrowRight')
  // The selection bar appears with the first selected work.
  await page.locator('section:has(.tabler-icon-dots)').last().waitFor()
  await settled(page)
}

async function makeLink(page: Page): Promise<void> {
  await press(page, 'share')
  await page.getByRole('dialog').locator('.btn-primary').click()
  await page.getByRole('dialog').locator('code').waitFor()
}

export const commandScreens: Readonly<Record<string, Screen>> = {
  palette: {
    path: '/works',
    as: 'haruka',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('rain')
      await page.waitForTimeout(1_000)
    },
  },
  shortcuts: {
    path: '/works',
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(600)
    },
  },
  selection: { path: '/works', as: 'haruka', act: select },
  'selection-status': {
    path: '/works',
    as: 'midori',
    act: async (page) => {
      await select(page)
      await page.locator('section button:has(.tabler-icon-dots)').last().click()
      await page.getByRole('menuitem').locator('.tabler-icon-progress-check').first().click()
      await page.waitForTimeout(600)
    },
  },
  'selection-edit': {
    path: '/works',
    as: 'haruka',
    act: async (page) => {
      await select(page)
      await page.locator('section button:has(.tabler-icon-dots)').last().click()
      await page.getByRole('menuitem').locator('.tabler-icon-pencil').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').first().fill('Winter lights')
      await dialog.locator('[role=option]').last().click()
      await settled(page)
    },
  },
  'selection-rows': { path: '/works', density: 'rows', as: 'midori', act: select },
  'share-new': { path: work, as: 'midori', act: (page) => press(page, 'share') },
  'share-link': { path: work, as: 'midori', act: makeLink },
  shared: {
    path: work,
    as: 'midori',
    act: async (page) => {
      await makeLink(page)
      const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
      await page.goto('about:blank')
      await page.goto(link)
      await page.locator('main h1').waitFor()
      await settled(page)
    },
  },
  'shared-gone': { path: `/shared#${'a'.repeat(43)}` },
  device: { path: '/device', as: 'midori' },
  'device-kept': {
    path: work,
    as: 'midori',
    act: async (page) => {
      await page.locator('main button:has(.tabler-icon-device-mobile-down)').click()
      await page.locator('main .btn .tabler-icon-circle-check-filled').waitFor()
      await page.goto(new URL('/device', page.url()).href)
      await settled(page)
    },
  },
  offline: {
    path: '/works',
    as: 'midori',
    act: async (page) => {
      await page.waitForTimeout(4_000)
      await page.context().setOffline(true)
      await page.locator('.tabler-icon-plug-connected-x').first().waitFor()
      await settled(page)
    },
  },
  'move-in': { path: '/admin/move-in', as: 'haruka' },
}
