/** Scroll position and focus after Back and after a reload. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openForAllAges } from './all-ages.ts'
import { journey } from './journey.ts'
import { peopledFolder } from './people.ts'
import { settled } from './settled.ts'

const here = journey(peopledFolder)

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'))

test.each(['/works', '/makers', '/rankings', '/'])(
  'Back to %s and a reload keep the scroll position and the focus',
  async (path) => {
    const { page, errors, close } = await openForAllAges(here(), { viewport: { width: 1280, height: 500 } })
    await page.goto(here().origin + path)
    await settled(page)
    await page.evaluate(() => scrollTo(0, 700))
    await settled(page)
    const link = page.locator('main a[href]').filter({ visible: true })
    const href = await link.evaluateAll((links) => {
      const shown = links.find((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top > 80 && bottom < innerHeight - 10 && one.getAttribute('href')?.startsWith('/')
      })
      if (!(shown instanceof HTMLElement)) return
      shown.focus({ preventScroll: true })
      return shown.getAttribute('href') ?? undefined
    })
    expect(href).toBeDefined()
    const left = await scrolled(page)
    expect(left).toBeGreaterThan(100)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
    await settled(page)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === path)
    await settled(page)
    await expect.poll(() => scrolled(page)).toBe(left)
    await expect.poll(() => focused(page)).toBe(href)

    await page.reload()
    await settled(page)
    await expect.poll(() => scrolled(page)).toBe(left)
    await expect.poll(() => focused(page)).toBe(href)
    expect(errors).toEqual([])
    await close()
  },
)
