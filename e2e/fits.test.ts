/** Texts fit on the smallest phone and on a tablet. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

async function openAs(username: string, options: object) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, username)
  return openPageAs(browser, { origin, signedIn }, { language: 'en-US', ...options })
}

/** Returns how many lines a text takes. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('the bar of a selection is not cut on a phone, and the ring of a row lies over none of its numbers', async () => {
  const { page, errors, close } = await openAs('midori', { ...phone, density: 'rows' })
  await visit(page, `${here().origin}/works`)
  await page.locator('[data-card] a[tabindex="0"]').first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  const bar = page.locator('section:has(.tabler-icon-dots)').last()
  await bar.waitFor()
  await settled(page)
  expect(await bar.locator('p').evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true)
  const row = page.getByRole('article').first()
  const ring = await row.locator('span[style*=outline]').boundingBox()
  const number = await row.locator('> span').last().boundingBox()
  const lineWidth = 3
  expect((ring?.x ?? 0) + (ring?.width ?? 0) - lineWidth).toBeGreaterThan(
    (number?.x ?? 0) + (number?.width ?? 0),
  )
  expect(errors).toEqual([])
  await close()
})

test('the days of a shared link stand in one line on a phone', async () => {
  const { page, errors, close } = await openAs('midori', phone)
  await visit(page, `${here().origin}/work/RJ90000027`)
  await page.getByRole('button', { name: t('share.act'), exact: true }).tap()
  const days = page.getByRole('dialog').getByText(/^\d+ days?$/)
  await days.first().waitFor()
  expect(await days.count()).toBe(4)
  for (const day of await days.all()) expect(await linesOf(day)).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('what is missing of a circle is said in one line on a tablet', async () => {
  const { page, errors, close } = await openAs('midori', { viewport: { width: 834, height: 1112 } })
  await visit(page, `${here().origin}/works?makers=RG90002`)
  const missing = page.getByRole('main').getByRole('link', { name: /missing works?$/ })
  await missing.waitFor()
  expect(await linesOf(page.getByText(/in the library$/).first())).toBe(1)
  const [owned, link] = [
    await page
      .getByText(/in the library$/)
      .first()
      .boundingBox(),
    await missing.boundingBox(),
  ]
  expect(link?.y).toBe(owned?.y)
  expect(errors).toEqual([])
  await close()
})
