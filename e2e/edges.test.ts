/** Left and right edges align from the phone to the widest screen, and labels fit. */
import { expect, test } from 'vitest'
import { openForAllAges, sizes } from './all-ages.ts'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { peopledFolder } from './people.ts'

const here = journey(peopledFolder)

test.each(sizes)(
  'at %d px search and page share their edges, nothing scrolls sideways, no cover is stretched',
  async (width) => {
    const { page, errors, close } = await openForAllAges(here(), { viewport: { width, height: 900 } })
    for (const path of ['/works', '/work/RJ90000014', '/', '/makers', '/rankings', '/settings', '/about']) {
      await visit(page, here().origin + path)
      const seen = await page.evaluate(measured)
      expect({ path, ...seen }).toEqual({ path, sideways: 0, apart: 0, stretched: [] })
    }
    expect(errors).toEqual([])
    await close()
  },
)

test.each(['zh-CN', 'en-US', 'ja-JP'])(
  'in %s no button breaks its words on a small phone',
  async (language) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, language }
    const { page, close } = await openForAllAges(here(), phone)
    const paths = [
      '/works',
      '/work/RJ90000014',
      '/',
      '/makers',
      '/settings',
      '/account',
      '/favorites',
      '/announcements',
    ]
    const admin = ['tasks', 'users', 'keys', 'announcements', 'trash', 'settings', 'system']
    for (const path of [...paths, ...admin.map((name) => `/admin/${name}`)]) {
      await visit(page, here().origin + path)
      const { sideways } = await page.evaluate(measured)
      const broken = await page.evaluate(brokenButtons)
      expect({ path, sideways, broken }).toEqual({ path, sideways: 0, broken: [] })
    }
    await close()
  },
)

/** Runs in the page. On a phone the logo is left of the search field. */
function measured() {
  const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? 0
  const main = document.querySelector('main')
  const edge = main ? leftOf('main') + Number.parseFloat(getComputedStyle(main).paddingLeft) : 0
  const frames = [...document.querySelectorAll('main .aspect-4\\/3')].flatMap((cover) => {
    const frame = cover.parentElement
    return frame?.classList.contains('rounded-card') ? [cover, frame] : [cover]
  })
  const stretched = frames
    .map((frame) => frame.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && Math.abs(width / height - 4 / 3) > 0.02)
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    sideways: Math.max(0, scrollWidth - clientWidth),
    apart: innerWidth < 768 ? 0 : Math.round(leftOf('header search') - edge),
    stretched: stretched.map(({ width, height }) => `${width} × ${height}`),
  }
}

/** Runs in the page. Returns the labels of buttons that take more than one line. */
function brokenButtons(): string[] {
  return [...document.querySelectorAll('main button, main .btn, main .btn-primary, main .chip, nav a')]
    .filter((button) => {
      const lines = [...button.querySelectorAll('*'), button].flatMap((element) =>
        [...element.childNodes].flatMap((node) => {
          if (node.nodeType !== Node.TEXT_NODE) return []
          const range = document.createRange()
          range.selectNodeContents(node)
          return [new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]
        }),
      )
      return Math.max(0, ...lines) > 1
    })
    .map((button) => button.textContent ?? '')
}
