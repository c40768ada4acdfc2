import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, visit, withServiceWorker } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)
const heart = /\/api\/v3\/favorites\//

async function openAs(username: string, path: string, failing: RegExp) {
  const { browser, origin } = here()
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, username) })
  await watched.page.route(failing, (route) =>
    route.fulfill({ status: 500, json: { error: 'The shelf fell over.', code: 'internal' } }),
  )
  await watched.page.goto(origin + path)
  return watched
}

const dashboard = [
  ['/admin/tasks', /v3\/admin\/tasks\?/],
  ['/admin/tasks', /v3\/admin\/schedules$/],
  ['/admin/tasks', /v3\/admin\/tasks\/events$/],
  ['/admin/tasks/none', /v3\/admin\/tasks\/none$/],
  ['/admin/system', /v3\/admin\/system$/],
] as const

test.each(dashboard)('a failure is shown in a notice at the bottom: %s, %s', async (path, failing) => {
  const { page, close } = await openAs('haruka', path, failing)
  const notice = notices(page, 'The shelf fell over.')
  await notice.waitFor()
  expect(await notice.count()).toBe(1)
  expect(await notice.locator('..').locator('svg.text-neg').count()).toBe(1)
  expect((await notice.boundingBox())?.y).toBeGreaterThan(600)
  await close()
})

test('a connection that cannot be checked, and times that cannot be previewed, are shown in a notice too', async () => {
  const failing = /v3\/admin\/(settings\/marketplace-check|schedules\/preview)/
  const { page, close } = await openAs('haruka', '/admin/settings', failing)
  await page.getByRole('button', { name: t('marketplace.check') }).click()
  await notices(page, 'The shelf fell over.').waitFor()
  await page.goto(`${here().origin}/admin/tasks`)
  await page.getByRole('button', { name: t('schedules.add') }).click()
  await notices(page, 'The shelf fell over.').waitFor()
  await close()
})

test('a cron expression that is half typed is no failure, and is explained where it stands', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await page.goto(`${origin}/admin/tasks`)
  await page.getByRole('button', { name: t('schedules.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: t('schedules.when') })
    .selectOption({ label: t('rhythm.custom') })
  await dialog.getByLabel(t('schedules.cron')).fill('*/30 22 *')
  await dialog.getByText(pattern('validation.cronMalformed')).waitFor()
  await dialog.getByLabel(t('schedules.cron')).fill('*/30 22 * * *')
  await dialog.getByLabel(t('schedules.timeZone')).fill('Asia/To')
  await dialog.getByText(t('validation.timeZoneUnknown')).waitFor()
  expect(
    await page.locator('[aria-live] p.font-medium', { hasText: /refused|never run|cannot/ }).count(),
  ).toBe(0)
  await close()
})

const bodies = [
  ['the error', '{"error":"First.","message":"Second."}', 'First.'],
  ['the message where the error is empty', '{"error":"","message":"Second."}', 'Second.'],
  ['the message where the error is null', '{"error":null,"message":"Second."}', 'Second.'],
  ['the message where the error is no text', '{"error":{"code":7},"message":"Second."}', 'Second.'],
  ['the error where the message is no text', '{"error":"First.","message":42}', 'First.'],
  ['the transport where both are empty', '{"error":" ","message":""}', 'Internal Server Error'],
  ['the transport where nothing is readable', '<html>', 'Internal Server Error'],
] as const

test('a failed response is shown with what it says', async () => {
  const { page, close } = await openAs('midori', '/work/RJ90000027', heart)
  await settled(page)
  for (const [, body, sentence] of bodies) {
    await page.route(heart, (route) => route.fulfill({ status: 500, body }))
    await page
      .getByRole('main')
      .getByRole('button', { name: t('favorites.add') })
      .first()
      .click()
    await notices(page, sentence).waitFor()
    expect(await notices(page, sentence).textContent()).toBe(sentence)
    await putAway(page)
  }
  await close()
})

test('what a page gives up as one goes on, and what waits for a connection, is not reported; acts and time-outs are', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn }, withServiceWorker)
  const said = () => page.locator('#root > [aria-live] p').allTextContents()
  await page.route(/\/works\/facets/, () => new Promise(() => {}))
  await page.goto(`${origin}/works`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('article').first().getByRole('link').first().click()
  const act = page.getByRole('main').getByRole('button', { name: t('favorites.favorite'), exact: true })
  await act.waitFor()
  await settled(page)
  expect(await said()).toEqual([])

  // From now on the service worker serves the page and its files.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.context().setOffline(true)
  await page
    .getByRole('link', { name: t('filter.makers') })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/makers')
  await page.evaluate(() => history.back())
  await act.waitFor()
  expect(await said()).toEqual([])
  // A favorite is sent later (see offline.test.ts); other changes show an error.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to playlist/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Night')
  await page.keyboard.press('Enter')
  await notices(page, t('error.network')).waitFor()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)

  await page.route(heart, () => new Promise(() => {}))
  await act.click()
  await notices(page, t('error.timeout')).waitFor()
  await close()
})

test('a visitor who is refused is led to the login, and back', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.route(/\/api\/v3\/rankings|\/works\?sort=popular/, (route) =>
    route.fulfill({ status: 401, json: { error: 'Please log in again.', code: 'unauthenticated' } }),
  )
  await page.goto(`${here().origin}/rankings?period=monthly`)
  await page.waitForURL((url) => url.pathname === '/auth/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/rankings?period=monthly')
  await notices(page, 'Please log in again.').waitFor()
  await close()
})

async function putAway(page: Page): Promise<void> {
  await page
    .locator('#root > [aria-live]')
    .getByRole('button', { name: t('common.close') })
    .first()
    .click()
  await expect.poll(() => page.locator('#root > [aria-live] p').count()).toBe(0)
}

test('a work that is not there is said once', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/work/RJ99999999`)
  await page.getByRole('heading', { level: 1, name: t('work.unknown', { id: 'RJ99999999' }) }).waitFor()
  await expect.poll(() => page.title()).toBe(`${t('work.unknown', { id: 'RJ99999999' })} · Koedana`)
  await settled(page)
  expect(await page.locator('#root > [aria-live] p').count()).toBe(0)
  await close()
})

test.each([
  ['/shared#cut-off', t('shared.gone')],
  [`/shared#${'a'.repeat(43)}`, t('shared.gone')],
  ['/auth/provider', t('signIn.failed')],
])('the page %s says once what it came to', async (path, heading) => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(origin + path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settled(page)
  expect(await page.locator('#root > [aria-live] p').count()).toBe(0)
  await close()
})

test('a cover that cannot be loaded is drawn, and shown once it can be', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  const covers = /\/api\/v3\/covers\//
  await page.route(covers, (route) => route.abort('internetdisconnected'))
  await page.goto(`${origin}/works`)
  const card = page.getByRole('main').locator('article').first()
  await card.locator('svg[role=presentation]').waitFor()
  await settled(page)
  expect(await card.locator('img').count()).toBe(0)
  await page.unroute(covers)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await card.locator('img').waitFor()
  await close()
})

test('who tries again by the keyboard goes on with what came', async () => {
  const { page, close } = await openAs('haruka', '/admin/users', /v3\/admin\/users\?/)
  const retry = page.getByRole('main').getByRole('button', { name: t('common.retry') })
  await retry.waitFor()
  await page.unroute(/v3\/admin\/users\?/)
  await retry.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: 'midori' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await close()
})

test('what is pressed while the connection is away comes when it is back, and breaks nothing', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await visit(page, `${origin}/work/RJ90000027`)
  await page.evaluate(() => Reflect.set(window, 'isSame', true))
  const main = page.getByRole('main')
  const isBroken = page.getByText(t('error.title'))
  await page.context().setOffline(true)
  await main.getByRole('button', { name: t('share.act') }).click()
  await page.waitForTimeout(1_000)
  expect(await isBroken.count()).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page
    .getByRole('link', { name: t('filter.makers'), exact: true })
    .first()
    .click()
  await page.waitForTimeout(1_000)
  await main.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(false)
  await main.getByRole('heading', { level: 1, name: t('filter.makers') }).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
  await close()
})
