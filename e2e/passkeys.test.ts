import { getProof } from '@koedana/contract/fresh-proof.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import {
  allSessionKeys,
  fillLogin,
  notices,
  openPageAs,
  peopledFolder,
  sessionKeys,
  signInTo,
} from './people.ts'
import { pattern, t } from './words.ts'

const journeyHere = journey(peopledFolder, { hasMovableClock: true })

/** Passkeys need a domain name; browsers reject IP addresses. */
const here = () => {
  const begun = journeyHere()
  return { ...begun, origin: begun.origin.replace('127.0.0.1', 'localhost') }
}

/** Adds a virtual authenticator that approves every request. */
async function giveDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    isThere: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function logOut(page: Page, words: { readonly logOut: string }): Promise<void> {
  const { origin } = here()
  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: words.logOut, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.logOut }).click()
  await page.waitForURL(`${origin}/`)
  expect(await sessionKeys(page)).toEqual([])
}

const languages = [
  {
    language: 'en-US',
    logOut: t('auth.logout'),
    title: t('passkeys.title'),
    name: t('sort.nameAsc'),
    add: t('passkeys.add'),
    added: t('passkeys.added', { name: 'desk' }),
    already: t('passkeys.already'),
    logIn: t('passkeys.logIn'),
    successful: t('message.loginSuccessful'),
    renamed: t('passkeys.nameOf', { name: 'desk' }),
    used: 'last used',
    removeOf: 'Remove tray',
    remove: t('device.remove'),
    removed: t('passkeys.removed', { name: 'tray' }),
    refused: 'This passkey can’t be used here',
    cancelled: t('passkeys.cancelled'),
  },
  {
    language: 'ja-JP',
    logOut: 'ログアウト',
    title: 'パスキー',
    name: '名前',
    add: 'パスキーを追加',
    added: '今後は「desk」でログインできます',
    already: 'この端末にはすでにこのアカウントのパスキーがあります',
    logIn: 'パスキーでログイン',
    successful: 'ログインしました',
    renamed: '「desk」の名前',
    used: '最終使用',
    removeOf: '「tray」を削除',
    remove: '削除',
    removed: '「tray」ではログインできなくなりました',
    refused: 'このパスキーではログインできません。',
    cancelled: '確認されませんでした。もう一度お試しください。',
  },
] as const

test.each(languages)(
  'a passkey is added, signs in, is removed and signs in no more ($language)',
  async (words) => {
    const { browser, origin } = here()
    const signedIn = await signInTo(origin, 'midori')
    const { page, errors, close } = await openPageAs(
      browser,
      { origin, signedIn },
      { language: words.language },
    )
    const device = await giveDevice(page)
    await page.goto(`${origin}/account`)
    const section = page.locator('section', { has: page.getByRole('heading', { name: words.title }) })
    await section.getByLabel(words.name, { exact: true }).fill('desk')
    await device.verifies(false)
    await section.getByRole('button', { name: words.add }).click()
    await notices(page, words.cancelled).waitFor()
    await device.verifies(true)
    await section.getByRole('button', { name: words.add }).click()
    await notices(page, words.added).waitFor()
    expect(await device.count()).toBe(1)
    await section.getByRole('button', { name: words.add }).click()
    await notices(page, words.already).waitFor()
    await section.getByLabel(words.renamed, { exact: true }).fill('tray')
    await section.getByLabel(words.renamed, { exact: true }).press('Enter')
    await section.getByRole('button', { name: words.removeOf }).waitFor()
    expect(await violationsByTheme(page)).toEqual(noViolations)

    await logOut(page, words)
    // Without the authenticator, autofill in the name field cannot log in before the button is pressed.
    await device.isThere(false)
    await page.goto(`${origin}/auth/login?redirect=%2Faccount`)
    await page.getByRole('button', { name: words.logIn }).waitFor()
    await device.isThere(true)
    // Autofill may log in before the press arrives, with the same result. Waiting avoids a press on a later page.
    await page
      .getByRole('button', { name: words.logIn })
      .click({ timeout: 5_000 })
      .catch(() => page.waitForURL(`${origin}/account`))
    await notices(page, words.successful).waitFor()
    await page.waitForURL(`${origin}/account`)
    expect(await sessionKeys(page)).toEqual(allSessionKeys)
    await section.getByText(words.used).waitFor()

    await section.getByRole('button', { name: words.removeOf }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.remove, exact: true }).click()
    await notices(page, words.removed).waitFor()
    await logOut(page, words)
    await device.isThere(false)
    await page.goto(`${origin}/auth/login`)
    await page.getByRole('button', { name: words.logIn }).waitFor()
    await device.isThere(true)
    await page.getByRole('button', { name: words.logIn }).click()
    await notices(page, words.refused).waitFor()
    expect(await sessionKeys(page)).toEqual([])
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    await close()
  },
)

test('what the browser offers where the name is typed signs in too', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await giveDevice(page)
  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: t('passkeys.add') }).click()
  await notices(page, t('passkeys.added', { name: 'Passkey 1' })).waitFor()
  await logOut(page, languages[0])
  // The authenticator accepts every request.
  await page.goto(`${origin}/auth/login?redirect=%2Faccount`)
  await notices(page, t('message.loginSuccessful')).waitFor()
  await page.waitForURL(`${origin}/account`)
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  await close()
})

test('a while after the login the password is required, and a wrong one adds nothing', async () => {
  const { browser, origin, passMinute } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  await expect
    .poll(async () => {
      passMinute()
      return (await call(getProof, {})).needs
    })
    .toBe('password')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  const device = await giveDevice(page)
  await page.goto(`${origin}/account`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: t('passkeys.title') }) })
  const add = section.getByRole('button', { name: t('passkeys.add') })
  await section.getByLabel(t('proof.password')).waitFor()
  await add.click()
  await section.getByText(t('validation.passwordRequired')).waitFor()
  await section.getByLabel(t('proof.password')).fill('not the one 1')
  await add.click()
  await notices(page, 'The current password is wrong.').waitFor()
  expect(await device.count()).toBe(0)
  await section.getByLabel(t('proof.password')).fill('lantern moss 7')
  await add.click()
  await notices(page, pattern('passkeys.added')).waitFor()
  await close()
})

test('at an address that is a number nothing is offered, and the account says why', async () => {
  const { browser } = here()
  const { origin } = journeyHere()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/auth/login`)
  await page.getByRole('button', { name: t('auth.guest') }).waitFor()
  expect(await page.getByRole('button', { name: t('passkeys.logIn') }).count()).toBe(0)
  await fillLogin(page, 'midori')
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/account`)
  await page.getByText(pattern('passkeys.notAnAddress')).waitFor()
  expect(await page.getByRole('button', { name: t('passkeys.add') }).count()).toBe(0)
  await close()
})
