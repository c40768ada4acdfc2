/** The gallery's list of screens. */
import type { Page } from 'playwright-core'
import { accountScreens } from './account-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { commandScreens } from './command-screens.ts'
import { editingScreens } from './editing-screens.ts'
import { playerScreens, playing } from './player-screens.ts'
import type { Screen } from './screen.ts'
import { settled } from './settled.ts'
import { stateScreens } from './state-screens.ts'

/** Works that get past numbers; the demo has none. */
export const grown = ['RJ90000060', 'RJ90000027', 'RJ90000002'] as const

export const screens: Readonly<Record<string, Screen>> = {
  home: { path: '/' },
  works: { path: '/works' },
  'works-filtered': { path: '/works?genres=demo-g01&excludedGenres=demo-g02&minRating=4&sort=salesDesc' },
  'works-empty': { path: '/works?minPrice=900000' },
  'works-maker': { path: '/works?makers=RG90002' },
  suggestions: {
    path: '/',
    act: async (page) => {
      await page.locator('header input').fill('room')
      await page.getByRole('listbox').waitFor()
    },
  },
  'works-rows': { path: '/works', density: 'rows' },
  'works-random': { path: '/works?sort=random&seed=7', density: 'compact' },
  'works-genre': { path: '/works?genres=demo-g01' },
  menu: {
    path: '/works',
    act: async (page) => {
      await page.locator('main article a').first().focus()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  'menu-exclude': {
    path: '/works',
    act: async (page) => {
      await page.locator('main article a').first().focus()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').locator('[aria-haspopup]').last().click()
      await page.getByRole('menu').nth(1).waitFor()
      await page.waitForTimeout(300)
    },
  },
  'menu-chip': {
    path: '/works?excludedGenres=demo-g02',
    act: async (page) => {
      await page.locator('main [data-menu] button').first().focus()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
    },
  },
  spoken: { path: '/lyrics?q=汽笛' },
  'spoken-start': { path: '/lyrics' },
  'spoken-none': { path: '/lyrics?q=zzqqzz' },
  'works-also-spoken': { path: '/works?q=rain' },
  rankings: { path: '/rankings' },
  'rankings-all': { path: '/rankings?period=all' },
  makers: { path: '/makers' },
  series: { path: '/series' },
  artists: { path: '/artists?sort=totalSalesDesc' },
  illustrators: { path: '/illustrators?q=zzz' },
  genres: { path: '/genres?inLibrary=true' },
  work: { path: '/work/RJ90000027', act: playing },
  'work-not-here': { path: '/work/RJ90000060' },
  'artist-unknown': { path: '/works?artists=nobody' },
  'work-hidden': {
    path: '/work/RJ90000027',
    act: async (page) => {
      await page.locator('main .chip').first().focus()
      await page.keyboard.press('Shift+F10')
      await page
        .getByRole('menu')
        .locator('[role=menuitem]', { has: page.locator('.tabler-icon-eye-off') })
        .click()
      await page.locator('main .btn-primary').waitFor()
      await page.waitForTimeout(300)
    },
  },
  filters: {
    path: '/works?genres=demo-g01&genres=demo-g04',
    // On a desktop the panel is already visible.
    act: async (page) => {
      const opener = page.locator('main .btn').first()
      if (await opener.isVisible()) await opener.click()
      await page.waitForTimeout(600)
    },
  },
  'filters-ranges': {
    path: '/works?minPrice=500&minRating=4',
    act: async (page) => {
      const opener = page.locator('main .btn').first()
      if (await opener.isVisible()) await opener.click()
      await page.locator('.range-thumb:visible').first().waitFor()
      await page
        .locator('.range-thumb:visible')
        .first()
        .evaluate((slider) => slider.scrollIntoView({ block: 'center' }))
      await page.waitForTimeout(600)
    },
  },
  chart: { path: '/work/RJ90000060', act: (page) => scrollTo(page, '[role=slider]', 'center') },
  similar: { path: '/work/RJ90000027', act: (page) => scrollTo(page, '#similar', 'start') },
  settings: { path: '/settings' },
  about: { path: '/about' },
  ...playerScreens,
  ...accountScreens,
  ...editingScreens,
  ...adminScreens,
  ...commandScreens,
  ...stateScreens,
}

/** Scrolls to a part that loads when it comes near, and waits for it. */
async function scrollTo(page: Page, selector: string, block: 'start' | 'center'): Promise<void> {
  await page.mouse.wheel(0, 4_000)
  const target = page.locator(selector)
  await target.waitFor()
  await settled(page)
  await target.evaluate((element, to) => element.scrollIntoView({ block: to }), block)
  await page.waitForTimeout(300)
}
