/** Gallery: the metadata editor. */
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import { settled } from './settled.ts'

const edited = 'RJ90000012'

export const editingScreens: Readonly<Record<string, Screen>> = {
  'work-admin': { path: '/work/RJ90000027', as: 'haruka' },
  'work-edit': { path: `/work/${edited}#edit`, as: 'haruka', act: opened },
  'work-edit-find': {
    path: `/work/${edited}#edit`,
    as: 'haruka',
    act: async (page) => {
      await opened(page)
      await page.locator('[role=dialog] input[role=combobox]').first().fill('a')
      await page.getByRole('listbox').waitFor()
      await page.getByRole('listbox').scrollIntoViewIfNeeded()
      await page.waitForTimeout(400)
    },
  },
  'work-edit-end': {
    path: `/work/${edited}#edit`,
    as: 'haruka',
    act: async (page) => {
      await opened(page)
      await page.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight))
      await page.waitForTimeout(300)
    },
  },
  'work-edit-locked': {
    path: '/work/RJ90000014#edit',
    as: 'haruka',
    act: async (page) => {
      await opened(page)
      await page.locator('[role=dialog] ul').first().scrollIntoViewIfNeeded()
      await page.waitForTimeout(300)
    },
  },
  'work-history': {
    path: '/work/RJ90000014#edit',
    as: 'haruka',
    act: async (page) => {
      await opened(page)
      await page.getByRole('tab').last().click()
      await page.waitForTimeout(300)
    },
  },
  'maker-rename': { path: '/works?makers=RG90002#edit', as: 'haruka', act: opened },
  'maker-merge': {
    path: '/works?makers=RG90002#edit',
    as: 'haruka',
    act: async (page) => {
      await opened(page)
      await page.getByRole('tab').last().click()
      await page.locator('[role=dialog] input[role=combobox]').last().fill('a')
      await page.getByRole('option').first().click()
      await page.waitForTimeout(300)
    },
  },
  'work-add': {
    path: '/works',
    as: 'haruka',
    act: async (page) => {
      await page.locator('main button:has(.tabler-icon-plus)').first().click()
      await opened(page)
    },
  },
}

async function opened(page: Page): Promise<void> {
  await page.locator('[role=dialog]').waitFor()
  await settled(page)
  await page.waitForTimeout(400)
}
