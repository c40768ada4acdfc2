import { createKeys } from '@koedana/contract/access-keys.ts'
import { endOtherSessions } from '@koedana/contract/account.ts'
import { getMe } from '@koedana/contract/auth.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import {
  allSessionKeys,
  fillLogin,
  notices,
  openPageAs,
  password,
  peopledFolder,
  sessionKeys,
  signInTo,
} from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('a wrong password is shown once in the words of the server; the right one opens the session', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US', theme: 'dark' })
  await page.goto(`${here().origin}/auth/login`)
  await fillLogin(page, 'midori', 'not the one 1')
  const refusal = notices(page, 'Wrong username or password.')
  await refusal.waitFor()
  expect(await refusal.count()).toBe(1)
  expect(await refusal.locator('..').locator('svg.text-neg').count()).toBe(1)
  expect(await sessionKeys(page)).toEqual([])
  await fillLogin(page, 'midori')
  await notices(page, t('message.loginSuccessful')).waitFor()
  await page.waitForURL(`${here().origin}/`)
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  // Device settings stay.
  expect(await page.evaluate(() => [localStorage.locale, localStorage.theme])).toEqual(['en-US', 'dark'])
  await close()
})

test('a log-out is confirmed first, and clears this tab, the others, the covers and the queue', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/works`)
  await page.evaluate(() => caches.open('covers-test'))
  const other = await page.context().newPage()
  await other.goto(`${origin}/account`)
  await other.getByRole('heading', { name: t('nav.account') }).waitFor()
  await playSomething(page, origin)
  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: t('auth.logout'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.cancel') })
    .click()
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  await page.getByRole('button', { name: t('auth.logout'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('auth.logout'), exact: true })
    .click()
  await page.waitForURL(`${origin}/`)
  expect(await sessionKeys(page)).toEqual([])
  await other.waitForURL(`${origin}/`)
  await other
    .getByRole('main')
    .getByRole('link', { name: t('auth.login') })
    .waitFor()
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('covers-test')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player.queue') ?? '')).not.toContain('RJ')
  // The page does not wait for the server's response.
  const statusOfSession = () =>
    clientAs(origin, signedIn.token)(getMe, {}).then(
      () => 200,
      ({ status }) => status,
    )
  await expect.poll(statusOfSession).toBe(401)
  expect(errors).toEqual([])
  await close()
})

test('one tap makes a guest, who registers with a key', async () => {
  const { browser, origin } = here()
  const admin = await signInTo(origin, 'haruka')
  const { items } = await clientAs(origin, admin.token)(createKeys, { body: { count: 1 } })
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/auth/login`)
  await page.getByRole('button', { name: t('auth.guest') }).click()
  await notices(page, t('message.loginSuccessful')).waitFor()
  await page.waitForURL(`${origin}/`)
  const guestId = await ownId(page)
  await page.goto(`${origin}/account`)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('auth.register') })
    .click()
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await register(page, { key: '', username: 'a', password: 'short', repeated: 'other' })
  for (const said of [
    t('validation.required'),
    'Username must be at least 3 characters',
    'Password length cannot be less than 8',
  ])
    await page.getByText(said).waitFor()
  await register(page, { key: 'ANY', username: 'nagi', password, repeated: 'other' })
  await page.getByText(t('validation.passwordsSame')).waitFor()
  await register(page, { key: 'ANY', username: '', password: '', repeated: '' })
  await page.getByText(t('validation.usernameRequired')).waitFor()
  await page.getByText(t('validation.passwordRequired')).waitFor()
  await register(page, { key: 'ANY', username: 'nagi', password: '12345678', repeated: '12345678' })
  await page.getByText('Password must contain at least 1 letter').waitFor()
  await register(page, { key: 'ANY', username: 'nagi', password: 'onlyletters', repeated: 'onlyletters' })
  await page.getByText('Password must contain at least 1 number').waitFor()
  expect(calls).toEqual([])
  const good = { username: 'nagi', password, repeated: password }
  await register(page, { ...good, key: 'NOT-A-KEY' })
  await notices(page, 'This access key is invalid').waitFor()
  await register(page, { ...good, key: items[0]?.code.toLowerCase() ?? '' })
  await notices(page, t('message.registered')).waitFor()
  expect(await ownId(page)).toBe(guestId)
  await page.goto(`${origin}/account`)
  await page.getByText(t('role.1')).waitFor()
  await close()
})

test('a change of password is confirmed, ends the session, and opens the next', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'nagi')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/account`)
  const change = async (current: string, next: string) => {
    await page.getByLabel(t('account.currentPassword')).fill(current)
    await page.getByLabel(t('account.newPassword')).fill(next)
    await page.getByLabel(t('account.repeatPassword')).fill(next)
    await page.getByRole('button', { name: t('account.changePassword') }).click()
  }
  await change('not the one 1', 'paper boat 12')
  await notices(page, 'The current password is wrong.').waitFor()
  await change(password, 'paper boat 12')
  await notices(page, 'Password changed successfully').waitFor()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  expect(await sessionKeys(page)).toEqual([])
  await expect(clientAs(origin, signedIn.token)(getMe, {})).rejects.toMatchObject({ status: 401 })
  await fillLogin(page, 'nagi', 'paper boat 12')
  await page.waitForURL(`${origin}/account`)
  await close()
})

test('a session ended elsewhere: one notice, one login page that leads back', async () => {
  const { browser, origin } = here()
  const [first, second] = [await signInTo(origin, 'midori'), await signInTo(origin, 'midori')]
  const { page, close } = await openPageAs(browser, { origin, signedIn: first })
  await page.goto(`${origin}/works?sort=salesDesc`)
  await page.getByRole('article').first().waitFor()
  await settled(page)
  const went: string[] = []
  page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname))
  // Otherwise a background request could notice the end of the session before the user acts.
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>()
  await page.route('**/api/v3/**', async (route) => {
    await isPressed
    await route.continue()
  })
  await clientAs(origin, second.token)(endOtherSessions, {})
  await page
    .getByRole('link', { name: t('filter.makers') })
    .first()
    .click()
  press()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  const notice = notices(page, 'Please log in again.')
  await notice.waitFor()
  expect(await notice.count()).toBe(1)
  expect(await sessionKeys(page)).toEqual([])
  expect(went.filter((path) => path === '/auth/login')).toHaveLength(1)
  await fillLogin(page, 'midori')
  await page.waitForURL(`${origin}/makers`)
  await close()
})

test('many refusals at once are one log-out, one notice and one way to the login', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await visit(page, `${origin}/about`)
  let refused = 0
  await page.route('**/api/v3/**', async (route) => {
    if (!(await route.request().allHeaders()).authorization) return route.continue()
    refused += 1
    // Wait until all requests have started before the first one is rejected.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const json = { error: 'Please log in again.', message: 'Please log in again.', code: 'unauthenticated' }
    return route.fulfill({ status: 401, json })
  })
  const went: string[] = []
  page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname))
  // The list, its facets, its ranges and the marks of its works are requested at the same time.
  await page
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await expect.poll(() => notices(page, 'Please log in again.').count()).toBe(1)
  expect(refused).toBeGreaterThan(1)
  await settled(page)
  expect(went.filter((path) => path === '/auth/login')).toHaveLength(1)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/works')
  await close()
})

const ownId = (page: Page) =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('auth.user') ?? '{}').id))

async function playSomething(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/work/RJ90000027`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('player.queue') ?? ''))
    .toContain('RJ90000027')
}

interface Registration {
  readonly key: string
  readonly username: string
  readonly password: string
  readonly repeated: string
}

async function register(page: Page, typed: Registration): Promise<void> {
  await page.getByLabel(t('auth.key')).fill(typed.key)
  await page.getByLabel(t('account.username')).fill(typed.username)
  await page.getByLabel(t('account.password'), { exact: true }).fill(typed.password)
  await page.getByLabel(t('account.repeatPassword')).fill(typed.repeated)
  await page.getByRole('button', { name: t('auth.register') }).click()
}
