import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)
const favorites = /\/api\/v3\/favorites\//

/** Milliseconds; longer than any animation. */
const aMoment = 500

/** Stops the page's clock. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

/** Opens a work page as a member; the calls of its heart fail with these errors in turn. */
async function openHeart(faults: readonly string[]) {
  const { browser, origin } = here()
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'midori') })
  const { page } = watched
  await page.clock.install()
  let calls = 0
  await page.route(favorites, (route) => {
    const error = faults[calls++]
    return error ? route.fulfill({ status: 500, json: { error } }) : route.continue()
  })
  await page.goto(`${origin}/work/RJ90000027`)
  await settled(page)
  await stopClock(page)
  const heart = page.getByRole('main').getByRole('button', { name: t('favorites.favorite'), exact: true })
  return { ...watched, press: () => heart.dispatchEvent('click') }
}

test('a failure stands three seconds, counted from when it can be seen', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  const arrival = Promise.withResolvers<void>()
  await page.route(`**/${overlays()}`, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto(`${here().origin}/account`)
  await page.getByRole('button', { name: t('auth.login') }).waitFor()
  const notice = notices(page, t('message.pleaseLoginToContinue'))
  // The chunk that draws notices is still loading.
  await stopClock(page)
  await page.clock.runFor(10_000)
  expect(await notice.count()).toBe(0)
  arrival.resolve()
  await notice.waitFor()
  await page.clock.runFor(3_000)
  expect(await notice.count()).toBe(1)
  await page.clock.runFor(aMoment)
  await expect.poll(() => notice.count()).toBe(0)
  await close()
})

test('what went well stands five seconds', async () => {
  const { page, press, close } = await openHeart([])
  await press()
  const notice = notices(page, t('message.addedToFavorites'))
  await notice.waitFor()
  await page.clock.runFor(5_000)
  expect(await notice.count()).toBe(1)
  await page.clock.runFor(aMoment)
  await expect.poll(() => notice.count()).toBe(0)
  await close()
})

test('a notice waits while the tab is hidden, and stands its whole time once it is seen', async () => {
  const { page, press, close } = await openHeart(['The shelf fell over.'])
  const turn = (state: DocumentVisibilityState) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await press()
  const notice = notices(page, 'The shelf fell over.')
  await notice.waitFor()
  await page.clock.runFor(2_000)
  await turn('hidden')
  await page.clock.runFor(60_000)
  expect(await notice.count()).toBe(1)
  await turn('visible')
  await page.clock.runFor(3_000)
  expect(await notice.count()).toBe(1)
  await page.clock.runFor(aMoment)
  await expect.poll(() => notice.count()).toBe(0)
  await close()
})

test('said again, a notice stands once and its time begins anew; of many, three stand and the others wait', async () => {
  const faults = ['first', 'second', 'first', 'third', 'fourth']
  const { page, press, close } = await openHeart(faults)
  const standing = () => page.locator('[aria-live] p').allTextContents()
  const say = async (expected: readonly string[]) => {
    const response = page.waitForResponse(favorites)
    await press()
    await response
    await expect.poll(standing).toEqual(expected)
  }
  await say(['first'])
  await page.clock.runFor(2_000)
  await say(['first', 'second'])
  const again = page.waitForResponse(favorites)
  await press()
  await (await again).finished()
  await page.clock.runFor(2_000)
  expect(await standing()).toEqual(['first', 'second'])
  await say(['first', 'second', 'third'])
  await say(['first', 'second', 'third'])
  await page.clock.runFor(1_000 + aMoment)
  await expect.poll(standing).toEqual(['third', 'fourth'])
  await page.clock.runFor(2_000)
  await expect.poll(standing).toEqual(['fourth'])
  await page.clock.runFor(3_000)
  await expect.poll(standing).toEqual([])
  await close()
})

/** Returns the file name of the chunk that draws notices. */
function overlays(): string {
  const manifest = readFileSync(new URL('../packages/web/dist/.vite/manifest.json', import.meta.url), 'utf8')
  return JSON.parse(manifest)['src/app/overlays.tsx'].file
}
