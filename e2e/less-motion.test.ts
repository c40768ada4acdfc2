import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

/** Records calls of `scrollIntoView`. */
const noteScrolls = (page: Page) =>
  page.evaluate(() => {
    const original = Element.prototype.scrollIntoView
    const seen: unknown[] = []
    Reflect.set(window, 'testScrolls', seen)
    Element.prototype.scrollIntoView = function (options) {
      seen.push(typeof options === 'object' ? options.behavior : undefined)
      original.call(this, options)
    }
  })

const scrolls = (page: Page): Promise<unknown[]> => page.evaluate(() => Reflect.get(window, 'testScrolls'))

test('lines follow the sound without a slide for whoever wants less motion', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${origin}/work/RJ90000027`)
  await page.getByRole('main').locator('.btn-primary').click()
  await page.getByRole('button', { name: t('full.open') }).click()
  const position = page.getByRole('dialog').getByRole('slider', { name: t('player.seek') })
  await page.getByRole('dialog').locator('[aria-current]').first().waitFor()
  for (const [reducedMotion, wanted, at] of [
    ['reduce', 'auto', '7'],
    ['no-preference', 'smooth', '0'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await noteScrolls(page)
    await position.fill(at)
    await expect.poll(() => scrolls(page)).not.toEqual([])
    expect(new Set(await scrolls(page))).toEqual(new Set([wanted]))
  }
  expect(errors).toEqual([])
  await close()
})
