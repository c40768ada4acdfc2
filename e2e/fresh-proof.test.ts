import { getProof } from '@koedana/contract/fresh-proof.ts'
import { updateOidcSettings } from '@koedana/contract/oidc.ts'
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, password, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder, { hasMovableClock: true })

let provider: TestProvider
beforeAll(async () => {
  const { origin } = here()
  provider = await startProvider({
    clientId: 'koedana',
    clientSecret: 'a secret of the client',
    redirectUri: `${origin}/api/v3/auth/oidc/callback`,
    signedOutUri: `${origin}/`,
  })
  provider.people.set('sub-nagi', { preferred_username: 'nagi' })
  const admin = await signInTo(origin, 'haruka')
  const call = clientAs(origin, admin.token)
  await call(updateOidcSettings, {
    body: {
      enabled: true,
      issuer: provider.issuer,
      clientId: 'koedana',
      clientSecret: 'a secret of the client',
      createsAccounts: true,
      label: 'House',
    },
  })
  await call(updateSiteSettings, { body: { doors: { subsonic: true }, sharing: 'listen' } })
})
afterAll(() => provider.stop())

/** Moves the server's clock until the session with this token needs a fresh proof. */
async function age(token: string): Promise<string> {
  const { origin, passMinute } = here()
  const call = clientAs(origin, token)
  await expect
    .poll(async () => {
      passMinute()
      return (await call(getProof, {})).needs
    })
    .not.toBe('none')
  return (await call(getProof, {})).needs
}

// This journey comes first: the next one moves the server's clock ahead of the provider's.
test('an account without a password confirms at the provider that it is them', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/auth/login?redirect=%2Faccount`)
  await page.getByRole('link', { name: t('signIn.with', { name: 'House' }) }).click()
  await page.getByRole('heading', { name: 'Example provider' }).waitFor()
  await page.getByLabel('Name').fill('sub-nagi')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${origin}/account`)
  const token = await page.evaluate(() => localStorage.getItem('auth.token') ?? '')
  expect(await age(token)).toBe('signIn')
  await page.reload()
  const apps = page.locator('section', { has: page.getByRole('heading', { name: t('apps.title') }) })
  await apps.getByText('Confirm that it is you').waitFor()
  expect(await apps.getByRole('button', { name: t('apps.make') }).isDisabled()).toBe(true)
  await apps.getByRole('link', { name: t('signIn.with', { name: 'House' }) }).click()
  // The provider recognizes this browser, but requires the name again.
  await page.getByRole('heading', { name: 'Example provider' }).waitFor()
  await close()
})

test('a while after the login, an app password, an identity and a share need the password', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  expect(await age(signedIn.token)).toBe('password')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/account`)
  const apps = page.locator('section', { has: page.getByRole('heading', { name: t('apps.title') }) })
  await apps.getByLabel(t('apps.name')).fill('phone')
  await apps.getByRole('button', { name: t('apps.make') }).click()
  await apps.getByText(t('validation.passwordRequired')).waitFor()
  await apps.getByLabel(t('proof.password')).fill('not the one 1')
  await apps.getByRole('button', { name: t('apps.make') }).click()
  await notices(page, 'The current password is wrong.').waitFor()
  await apps.getByLabel(t('proof.password')).fill(password)
  await apps.getByRole('button', { name: t('apps.make') }).click()
  await apps.getByRole('status').locator('code').first().waitFor()
  expect(await violationsByTheme(page)).toEqual(noViolations)

  const [work] = (await clientOf(origin)(listWorks, { query: { inLibrary: true, pageSize: 1 } })).items
  await page.goto(`${origin}/work/${work?.id}`)
  await page.getByRole('button', { name: t('share.act'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('proof.password')).fill(password)
  await dialog.getByRole('button', { name: t('share.make') }).click()
  await dialog.locator('code').waitFor()
  await dialog.getByRole('button', { name: t('common.close') }).click()

  await page.goto(`${origin}/account`)
  const identities = page.locator('section', {
    has: page.getByRole('heading', { name: t('identities.title') }),
  })
  await identities.getByLabel(t('proof.password')).fill(password)
  await identities.getByRole('button', { name: t('identities.link') }).click()
  // The server's clock is ahead of the provider's, so the journey stops at the provider's form.
  await page.getByRole('heading', { name: 'Example provider' }).waitFor()

  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: t('account.endOthers') }).click()
  const ending = page.getByRole('alertdialog')
  await ending.getByLabel(t('account.endAppPasswords')).check()
  await ending.getByLabel(t('account.endShares')).check()
  await ending.getByRole('button', { name: t('account.endOthers') }).click()
  await page.getByText('phone', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Revoke the link to/ }).waitFor({ state: 'detached' })
  await close()
})
