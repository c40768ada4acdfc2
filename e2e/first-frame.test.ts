/** The page shows content before its scripts arrive, and they take it over. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Opens a page whose scripts wait until they are released. */
async function openHeld(path: string, stored: Readonly<Record<string, string>> = {}) {
  const opened = await openPage(here().browser, { ...phone, language: 'zh-CN' })
  const { page } = opened
  const waiting: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (isHeld) waiting.push(route)
    else await route.continue()
  })
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v3/') && !pathname.includes('/covers/')) calls.push(pathname + search)
  })
  await page.addInitScript((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
    // Records which was drawn first: a skeleton or works.
    new MutationObserver(() => {
      const drawn = document.querySelector('main [role="status"], main article')
      if (drawn) document.documentElement.dataset.drawn ??= drawn.tagName
    }).observe(document, { childList: true, subtree: true })
  }, stored)
  await page.goto(here().origin + path, { waitUntil: 'commit' })
  const letIn = async () => {
    isHeld = false
    await Promise.all(waiting.map((route) => route.continue()))
  }
  return { ...opened, calls, letIn }
}

const frameCovers = (page: Page) => page.locator('.boot img')
const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image) => {
      const { x, y, width, height } = image.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    })
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(entry.toJSON().value)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

test.each([
  ['/works', '/api/v3/works?page=1&pageSize=60', 'main article img'],
  ['/work/RJ90000001', '/api/v3/works/RJ90000001', 'main .rounded-card img'],
])(
  '%s shows its covers before its scripts, and the page stands at the same position',
  async (path, call, drawn) => {
    const { page, errors, calls, letIn, close } = await openHeld(path)
    await frameCovers(page).first().waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.boot img')?.naturalWidth)
    const before = await boxOf(page, '.boot img')
    await letIn()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.locator(drawn).first().waitFor()
    expect(await frameCovers(page).count()).toBe(0)
    expect(await boxOf(page, drawn)).toEqual(before)
    expect(calls).not.toContain(call)
    expect(await shiftOf(page)).toBeLessThan(0.01)
    expect(errors).toEqual([])
    await close()
  },
)

test('a home page is drawn from the response that came with it', async () => {
  const { page, errors, calls, letIn, close } = await openHeld('/')
  await frameCovers(page).first().waitFor()
  await letIn()
  await page.getByRole('main').getByRole('article').first().waitFor()
  expect(calls).not.toContain('/api/v3/home')
  // The server's covers are replaced by the page's own, not by a skeleton.
  expect(await page.locator('html').getAttribute('data-drawn')).toBe('ARTICLE')
  expect(await shiftOf(page)).toBeLessThan(0.01)
  expect(errors).toEqual([])
  await close()
})

test('whoever has choices sees nothing of it, is shown their own works, and has it no more the next time', async () => {
  const choices = {
    policy: 'strict',
    ageFilterMode: 'no_limit',
    excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
  }
  const { page, errors, calls, letIn, close } = await openHeld('/works', { choices: JSON.stringify(choices) })
  await frameCovers(page).first().waitFor({ state: 'attached' })
  expect(await frameCovers(page).first().isVisible()).toBe(false)
  await letIn()
  await page.getByRole('main').getByRole('article').first().waitFor()
  expect(calls.filter((call) => call.startsWith('/api/v3/works?'))).toHaveLength(1)
  const html = await (await page.reload())?.text()
  expect(html).not.toContain('id="first-')
  expect(errors).toEqual([])
  await close()
})

test('who chose another language sees the covers, and then words of that language', async () => {
  const { page, errors, calls, letIn, close } = await openHeld('/works', { locale: 'en-US' })
  await frameCovers(page).first().waitFor()
  await letIn()
  await page.getByRole('heading', { name: t('nav.works'), level: 1 }).waitFor()
  await page.getByRole('main').getByRole('article').first().waitFor()
  expect(calls.filter((call) => call.startsWith('/api/v3/works?'))).toHaveLength(1)
  const html = await (await page.reload())?.text()
  expect(html).toContain('id="first-en-US"')
  expect(errors).toEqual([])
  await close()
})

test('the program begins where the first cover never comes too', async () => {
  const { page, close } = await openPage(here().browser, { ...phone, language: 'zh-CN' })
  let covers = 0
  await page.route(/\/covers\//, () => {
    covers += 1
  })
  await page.goto(`${here().origin}/works`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('article').first().waitFor()
  expect(covers).toBeGreaterThan(0)
  await close()
})

test.each([
  ['visitors', {}, false],
  ['whoever is signed in', { 'auth.token': 'a-token' }, true],
])(
  'the home page of %s has its words and its parts on their way before it requests them',
  async (_, stored, isOwn) => {
    const script = await (await fetch(`${here().origin}/boot.js`)).text()
    const files = JSON.parse(/const files = (.*)/.exec(script)?.[1] ?? '')
    const { page, close } = await openHeld('/', stored)
    await page.locator('.boot').waitFor()
    const ahead = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(files.ownHome.length).toBeGreaterThan(0)
    expect(ahead).toEqual(
      expect.arrayContaining(files.homeWords.map((words: Record<string, string>) => words['zh-CN'])),
    )
    for (const file of files.ownHome) expect(ahead.includes(file)).toBe(isOwn)
    await close()
  },
)
