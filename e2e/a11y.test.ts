import { afterAll, beforeAll, expect, test } from 'vitest'
import { noViolations, themes, violationsByTheme, violationsOf } from './axe.ts'
import { openPage, visit, type WatchedPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

const paths = [
  '/',
  '/works',
  '/works?minPrice=900000',
  '/works?makers=RG90002',
  '/work/RJ90000027',
  '/lyrics?q=汽笛',
  '/rankings?period=all',
  '/makers',
  '/series',
  '/artists?sort=totalSalesDesc',
  '/illustrators',
  '/genres?inLibrary=true',
  '/settings',
  '/about',
]

let shared: WatchedPage | undefined
beforeAll(async () => {
  shared = await openPage(here().browser, { language: 'en-US' })
})
afterAll(() => shared?.close())

test.each(paths)('axe finds nothing on %s, light and dark', async (path) => {
  if (!shared) throw new Error('no page')
  await visit(shared.page, here().origin + path)
  expect(await violationsByTheme(shared.page)).toEqual(noViolations)
  expect(shared.errors).toEqual([])
})

test.each([360, 768, 2560])('nothing runs off a screen of %i pixels', async (width) => {
  const { page, close } = await openPage(here().browser, { viewport: { width, height: 800 } })
  for (const path of paths) {
    await visit(page, here().origin + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await close()
})

test('the player and its queue are whole for readers too', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/work/RJ90000027`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await page.getByRole('button', { name: t('player.queue') }).click()
  await page.getByRole('dialog', { name: t('player.queue') }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await close()
})

test.each(themes)('works in rows and an open menu are whole in %s', async (theme) => {
  const { page, close } = await openPage(here().browser, { language: 'en-US', theme, density: 'rows' })
  await visit(page, `${here().origin}/works?excludedGenres=demo-g02&sort=random&seed=7`)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('article').first().getByRole('link').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: t('menu.copyId') }).waitFor()
  // axe expects all content inside a landmark, but a menu is drawn on top of the page.
  expect(await violationsOf(page, '[role=menu]')).toEqual([])
  await close()
})
