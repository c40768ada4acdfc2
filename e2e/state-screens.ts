/** Gallery: loading, failed and offline states. */
import type { Page, Route } from 'playwright-core'
import type { Screen } from './screen.ts'
import { settled } from './settled.ts'

export const stateScreens: Readonly<Record<string, Screen>> = {
  'home-loading': waiting('/', '/home'),
  'home-failed': failed('/', '/home'),
  'works-loading': waiting('/works', '/works'),
  'works-failed': failed('/works', '/works'),
  'work-loading': waiting('/work/RJ90000027', '/works/RJ90000027'),
  'work-failed': failed('/work/RJ90000027', '/works/RJ90000027'),
  'work-missing': { path: '/work/RJ99999999' },
  'makers-loading': waiting('/makers', '/makers'),
  'makers-failed': failed('/makers', '/makers'),
  'users-loading': { ...waiting('/admin/users', '/admin/users'), as: 'haruka' },
  'users-failed': { ...failed('/admin/users', '/admin/users'), as: 'haruka' },
  'tasks-loading': { ...waiting('/admin/tasks', '/admin/tasks'), as: 'haruka' },
  'tasks-failed': { ...failed('/admin/tasks', '/admin/tasks'), as: 'haruka' },
  'home-offline': { path: '/', as: 'midori', act: cut },
  'work-offline': { path: '/work/RJ90000027', as: 'midori', act: cut },
}

/** Requests of this path never get a response. */
function waiting(path: string, held: string): Screen {
  return {
    path,
    before: (page) => intercept(page, held, () => undefined),
    act: async (page) => {
      await page.locator('main').waitFor()
      await page.waitForTimeout(1_500)
    },
  }
}

/** Requests of this path fail with a server error. */
function failed(path: string, broken: string): Screen {
  return {
    path,
    before: (page) =>
      intercept(page, broken, (route) =>
        route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }),
      ),
    act: async (page) => {
      await page.locator('main').waitFor()
      // The client retries before it shows the failure.
      await page.waitForTimeout(6_000)
    },
  }
}

async function intercept(page: Page, path: string, respond: (route: Route) => unknown): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/api/v3${path}`,
    async (route) => {
      await respond(route)
    },
  )
}

async function cut(page: Page): Promise<void> {
  await page.waitForTimeout(2_000)
  await page.context().setOffline(true)
  await page.locator('.tabler-icon-plug-connected-x').first().waitFor()
  await settled(page)
}
