import { updateOidcSettings } from '@koedana/contract/oidc.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { allSessionKeys, notices, openPageAs, peopledFolder, sessionKeys, signInTo } from './people.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

let provider: TestProvider
beforeAll(async () => {
  const { origin } = here()
  provider = await startProvider({
    clientId: 'koedana',
    clientSecret: 'a secret of the client',
    redirectUri: `${origin}/api/v3/auth/oidc/callback`,
    signedOutUri: `${origin}/`,
  })
  provider.people.set('sub-nagi', { preferred_username: 'nagi', groups: ['shelf'] })
})
afterAll(() => provider.stop())

const typeName = async (page: Page, name: string) => {
  await page.getByRole('heading', { name: 'Example provider' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an administrator sets the provider up, and tests it', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/admin/settings`)
  const section = page.getByRole('region', { name: t('oidc.title') })
  await section.getByLabel(t('oidc.enabled')).check()
  await section.getByRole('button', { name: t('common.save') }).click()
  await expect.poll(() => section.getByText(t('validation.oidcRequired')).count()).toBe(2)
  await section.getByLabel(t('oidc.issuer')).fill(`${provider.issuer}/nowhere`)
  await section.getByLabel(t('drives.clientId')).fill('koedana')
  await section.getByLabel(t('drives.clientSecret')).fill('a secret of the client')
  await section.getByLabel(t('oidc.label')).fill('House')
  await section.getByLabel(t('oidc.createsAccounts')).check()
  expect(await section.getByLabel(t('oidc.callbackUrl')).inputValue()).toBe(
    `${origin}/api/v3/auth/oidc/callback`,
  )
  await section.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.settingsSaved')).waitFor()
  await section.getByRole('button', { name: t('oidc.check') }).click()
  await section.getByText(t('oidc.faultTitle')).waitFor()
  await section.getByLabel(t('oidc.issuer')).fill(provider.issuer)
  await section.getByRole('button', { name: t('common.save') }).click()
  await section.getByText(t('validation.required')).waitFor()
  await section.getByLabel(t('drives.clientSecret')).fill('a secret of the client')
  await section.getByRole('button', { name: t('common.save') }).click()
  await section.getByText('A secret is saved').waitFor()
  await section.getByRole('button', { name: t('oidc.check') }).click()
  await section.getByText(t('oidc.works')).waitFor()
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})

test('somebody signs in by the provider, and goes on where they were led from', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(`${origin}/auth/login?redirect=%2Faccount`)
  await page.getByRole('link', { name: t('signIn.with', { name: 'House' }) }).click()
  await typeName(page, 'sub-nagi')
  await notices(page, t('message.loginSuccessful')).waitFor()
  await page.waitForURL(`${origin}/account`)
  await page.getByText('nagi', { exact: true }).first().waitFor()
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  const token = await page.evaluate(() => localStorage.getItem('auth.token') ?? 'none')
  expect(addresses.some((address) => address.includes(token))).toBe(false)
  // Only the language of the next page is stored in a cookie, not a login.
  const cookies = await page.context().cookies(`${origin}/api/v3/`)
  expect(cookies.map(({ name }) => name)).toEqual(['first'])
  await page.getByRole('heading', { name: t('identities.title') }).waitFor()
  expect(await page.getByRole('heading', { name: t('account.changePassword') }).count()).toBe(0)
  await page.getByRole('button', { name: t('drives.unlinkName', { name: 'nagi' }) }).click()
  await notices(page, 'This is the only way to log in to your account').waitFor()
  await page.getByRole('button', { name: t('identities.logOutThere') }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin}/`)
  expect(await sessionKeys(page)).toEqual([])
  await close()
})

test('a member links an identity, unlinks it, and reads why a sign-in came to nothing', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: t('identities.link') }).click()
  await typeName(page, 'sub-midori')
  await notices(page, t('identities.linked')).waitFor()
  await page.waitForURL(`${origin}/account`)
  await page.getByRole('button', { name: t('drives.unlinkName', { name: 'sub-midori' }) }).click()
  await notices(page, pattern('identities.unlinked')).waitFor()
  const admin = await signInTo(origin, 'haruka')
  await clientAs(origin, admin.token)(updateOidcSettings, { body: { createsAccounts: false, isOnly: true } })
  const { page: other, close: closeOther } = await openPage(browser, { language: 'en-US' })
  await other.goto(`${origin}/auth/login`)
  await other.getByText(t('signIn.adminPassword')).waitFor()
  expect(await other.getByLabel(t('account.username')).isVisible()).toBe(false)
  await other.getByRole('link', { name: t('signIn.with', { name: 'House' }) }).click()
  await typeName(other, 'sub-stranger')
  await other.getByRole('alert').getByText('You don’t have an account here yet').waitFor()
  await other.getByRole('link', { name: t('signIn.again') }).click()
  await other.getByRole('link', { name: t('signIn.with', { name: 'House' }) }).click()
  await other.getByRole('alert').waitFor()
  await closeOther()
  await close()
})
