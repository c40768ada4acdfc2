/** Gallery: tasks and server status. */
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

export const adminScreens: Readonly<Record<string, Screen>> = {
  tasks: { path: '/admin/tasks', as: 'haruka' },
  'task-start': { path: '/admin/tasks', as: 'haruka', act: (page) => press(page, 'section header .btn', 0) },
  'task-report': {
    path: '/admin/tasks',
    as: 'haruka',
    act: async (page) => {
      await page.locator('section footer a').last().click()
      await page.getByRole('log').or(page.locator('main dl')).first().waitFor()
      await page.waitForTimeout(600)
    },
  },
  'schedule-new': {
    path: '/admin/tasks',
    as: 'haruka',
    act: (page) => press(page, 'section > div .btn', 0),
  },
  storages: { path: '/admin/storages', as: 'haruka' },
  'storage-new': {
    path: '/admin/storages',
    as: 'haruka',
    act: (page) => press(page, 'main .btn-primary', 0),
  },
  'drive-return': { path: '/oauth/onedrive', as: 'haruka' },
  'announcement-new': {
    path: '/admin/announcements',
    as: 'haruka',
    act: (page) => press(page, 'main .btn-primary', 0),
  },
  'announcements-admin': { path: '/admin/announcements', as: 'haruka' },
  trash: { path: '/admin/trash', as: 'haruka' },
  'site-settings': { path: '/admin/settings', as: 'haruka' },
  'site-settings-doors': { path: '/admin/settings', as: 'haruka', act: (page) => scrollDown(page, 0.5) },
  'site-settings-end': { path: '/admin/settings', as: 'haruka', act: (page) => scrollDown(page, 1) },
  audit: { path: '/admin/system', as: 'haruka', act: (page) => scrollDown(page, 1) },
  system: { path: '/admin/system', as: 'haruka' },
}

async function scrollDown(page: Page, share: number): Promise<void> {
  await page.evaluate((down) => scrollTo(0, document.documentElement.scrollHeight * down), share)
  await page.waitForTimeout(400)
}

async function press(page: Page, opener: string, at: number): Promise<void> {
  await page.locator(opener).nth(at).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(600)
}
