import { loginAsGuest } from '@koedana/contract/auth.ts'
import { updateUser } from '@koedana/contract/users.ts'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { journey } from './journey.ts'
import {
  allSessionKeys,
  fillLogin,
  keepSession,
  notices,
  openPageAs,
  peopledFolder,
  sessionKeys,
  signInTo,
} from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

const dayMs = 86_400_000
/** Sessions last 30 days. */
const afterItsEnd = 31 * dayMs
const isLogin = (url: URL) => url.pathname === '/auth/login'
const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect')

/** Collects the paths that the page visits, in order. */
function addressesOf(page: Page): string[] {
  const went: string[] = []
  page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname))
  return went
}

async function openAs(username: string, path: string) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, username)
  const watched = await openPageAs(browser, { origin, signedIn })
  await watched.page.clock.install()
  await watched.page.goto(origin + path)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  await settled(watched.page)
  return { ...watched, signedIn }
}

/**
 * Blocks all API paths except one: prefetching would notice the end of a session before the tested action does. Returns a function that
 * unblocks them.
 */
async function letThroughOnly(page: Page, path: string): Promise<() => Promise<void>> {
  const isOther = ({ pathname }: URL) => pathname.startsWith('/api/v3/') && pathname !== `/api/v3${path}`
  const refuse = (route: Route) => route.abort()
  await page.route(isOther, refuse)
  return () => page.unroute(isOther, refuse)
}

/** Ends all sessions of an account on the server; it can log in again. */
async function endSessions(id: string): Promise<void> {
  const { origin } = here()
  const admin = clientAs(origin, (await signInTo(origin, 'haruka')).token)
  for (const status of ['disabled', 'active'] as const) {
    await admin(updateUser, { params: { id }, body: { status } })
  }
}

test('a session whose time is over in an open tab is logged out, leads to the login, and from there back', async () => {
  const { page, errors, close } = await openAs('midori', '/works?sort=salesDesc&minPrice=100')
  const went = addressesOf(page)
  // Nothing is requested in the meantime: only the clock ends the session.
  await page.clock.fastForward(afterItsEnd)
  await page.waitForURL(isLogin)
  await notices(page, t('message.pleaseLoginToContinue')).waitFor()
  expect(await sessionKeys(page)).toEqual([])
  expect(redirectOf(page)).toBe('/works?sort=salesDesc&minPrice=100')
  await page
    .getByRole('navigation', { name: t('nav.more') })
    .getByRole('link', { name: t('auth.login') })
    .waitFor()
  await expect.poll(() => page.getByRole('link', { name: t('nav.account') }).count()).toBe(0)

  // Visitors may see this page.
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/works')
  await page.getByRole('article').first().waitFor()
  await page.goForward()
  await page.clock.setSystemTime(new Date())
  await fillLogin(page, 'midori')
  await page.waitForURL((url) => url.pathname === '/works')
  expect(new URL(page.url()).search).toBe('?sort=salesDesc&minPrice=100')
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  expect(went.filter((path) => path === '/auth/login')).toHaveLength(2)
  expect(errors).toEqual([])
  await close()
})

test('where the clock was set on while the tab slept, the next call finds it out', async () => {
  const { page, close } = await openAs('midori', '/account')
  const link = page.getByRole('link', { name: t('nav.favorites') }).first()
  await link.waitFor()
  // Done in one step: a background request in between would notice the expiry first and lead back to this page.
  await link.evaluate((element: HTMLElement, ms) => {
    const now = Date.now
    Date.now = () => now() + ms
    element.click()
  }, afterItsEnd)
  await page.waitForURL(isLogin)
  expect(redirectOf(page)).toBe('/favorites')
  expect(await sessionKeys(page)).toEqual([])
  await close()
})

test('what a session left behind that ended while no page was open is cleared, and one is a visitor', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const past = { ...signedIn, exp: Math.floor(Date.now() / 1000) - 60 }
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn: past })
  await page.goto(`${origin}/works`)
  await page.getByRole('article').first().waitFor()
  expect(await sessionKeys(page)).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/works')
  await page
    .getByRole('navigation', { name: t('nav.more') })
    .getByRole('link', { name: t('auth.login') })
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a refusal on a public page, when only the server knows: out, to the login, and the page again', async () => {
  const { page, signedIn, close } = await openAs('midori', '/rankings')
  const letThrough = await letThroughOnly(page, '/makers')
  await endSessions(signedIn.user.id)
  await page
    .getByRole('link', { name: t('filter.makers') })
    .first()
    .click()
  await page.waitForURL(isLogin)
  expect(redirectOf(page)).toBe('/makers')
  expect(await sessionKeys(page)).toEqual([])
  await letThrough()
  await page.goto(`${here().origin}/makers`)
  await page.getByRole('heading', { name: t('filter.makers') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/makers')
  await close()
})

test('registering is no login: a refusal there logs out and leads to the login', async () => {
  const { browser, origin } = here()
  const guest = await clientOf(origin)(loginAsGuest, {})
  const { page, close } = await openPageAs(browser, { origin, signedIn: guest })
  await page.goto(`${origin}/auth/register?redirect=%2Fworks`)
  await page.getByLabel(t('account.username')).fill('shiori')
  await settled(page)
  const letThrough = await letThroughOnly(page, '/auth/register')
  await endSessions(guest.user.id)
  await page.getByLabel(t('auth.key')).fill('ANY')
  await page.getByLabel(t('account.password'), { exact: true }).fill('lantern moss 7')
  await page.getByLabel(t('account.repeatPassword')).fill('lantern moss 7')
  await page.getByRole('button', { name: t('auth.register') }).click()
  await page.waitForURL(isLogin)
  expect(redirectOf(page)).toBe('/auth/register?redirect=%2Fworks')
  expect(await sessionKeys(page)).toEqual([])
  await settled(page)
  await letThrough()
  // A user with an account does not have to register again.
  await fillLogin(page, 'midori')
  await page.waitForURL((url) => url.pathname === '/works')
  await close()
})

test('a stream that is refused ends the session as any call does', async () => {
  const { page, signedIn, close } = await openAs('haruka', '/admin/tasks')
  const stream = /\/admin\/tasks\/events/
  // Only the event stream can report the end of the session.
  await page.route(/\/api\/v3\//, (route) =>
    stream.test(route.request().url()) ? route.continue() : route.abort(),
  )
  const call = clientAs(here().origin, signedIn.token)
  await call(updateUser, { params: { id: signedIn.user.id }, body: { password: 'lantern moss 7' } })
  await page.waitForURL(isLogin)
  await notices(page, 'Please log in again.').waitFor()
  expect(redirectOf(page)).toBe('/admin/tasks')
  expect(await sessionKeys(page)).toEqual([])
  await close()
})

test('what is refused of an older session does not end the one that was opened since', async () => {
  const { origin } = here()
  const { page, close } = await openAs('midori', '/work/RJ90000027')
  const response = Promise.withResolvers<void>()
  await page.route(/\/api\/v3\/favorites\//, async (route) => {
    await response.promise
    await route.fulfill({ status: 401, json: { error: 'Please log in again.', code: 'unauthenticated' } })
  })
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true }).click()
  const other = await page.context().newPage()
  await other.goto(`${origin}/icon.svg`)
  await keepSession(other, await signInTo(origin, 'haruka'))
  await page
    .getByRole('link', { name: t('nav.admin') })
    .first()
    .waitFor()
  response.resolve()
  await notices(page, 'Please log in again.').waitFor()
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  expect(new URL(page.url()).pathname).toBe('/work/RJ90000027')
  await close()
})
