import { expect, test } from 'vitest'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

test('makers look like their works, and on a phone the first cover is near the top', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US', ...phone })
  await visit(page, `${here().origin}/works`)
  const first = await page.getByRole('main').getByRole('article').first().boundingBox()
  expect(first?.y).toBeLessThanOrEqual(120)
  await page.getByRole('combobox', { name: t('entities.browseBy') }).selectOption('makers')
  const maker = page
    .getByRole('list', { name: t('filter.makers') })
    .getByRole('listitem')
    .first()
  await expect.poll(() => maker.locator('img').count()).toBe(4)
  const shown = (images: HTMLImageElement[]) => images.every((image) => image.naturalWidth > 0)
  await expect.poll(() => maker.locator('img').evaluateAll(shown)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a table is ordered by its headings, and shows the columns that were chosen', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US', density: 'rows' })
  await visit(page, `${here().origin}/works`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: t('work.price'), exact: true }).click()
  await page.waitForURL('**/works?sort=priceDesc')
  // Until the address has changed, the heading links to the same page.
  await main.locator('a[href*="sort=priceAsc"]').click()
  await page.waitForURL('**/works?sort=priceAsc')
  await main.getByRole('button', { name: t('canvas.columns') }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: t('work.duration') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await page.reload()
  await main.getByRole('link', { name: t('work.released'), exact: true }).waitFor()
  expect(await main.getByRole('link', { name: t('work.duration'), exact: true }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
