import { createKeys, type Key, listRedemptions } from '@koedana/contract/access-keys.ts'
import { getSiteSettings, updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { listUsers } from '@koedana/contract/users.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, password, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

async function administrator() {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  return {
    origin,
    call: clientAs(origin, signedIn.token),
    open: () => openPageAs(browser, { origin, signedIn }),
  }
}

async function makeKey(body: Parameters<typeof keyOf>[0]): Promise<Key> {
  const { call } = await administrator()
  const { items } = await call(createKeys, { body: keyOf(body) })
  const [key] = items
  if (!key) throw new Error('no key')
  return key
}

type NewKey = Partial<Pick<Key, 'count' | 'platforms' | 'note' | 'expiresAt' | 'ceiling'>>
const keyOf = (body: NewKey) => ({ count: 1, ...body })

async function register(page: Page, key: string, username: string): Promise<void> {
  await page.getByLabel(t('auth.key')).fill(key)
  await page.getByLabel(t('account.username')).fill(username)
  await page.getByLabel(t('account.password'), { exact: true }).fill(password)
  await page.getByLabel(t('account.repeatPassword')).fill(password)
  await page.getByRole('button', { name: t('auth.register') }).click()
}

test('a key is required; one for Android says where it works; one for Web makes the account', async () => {
  const { origin, call } = await administrator()
  const forPhones = await makeKey({ platforms: ['android', 'ios'] })
  const forWeb = await makeKey({ platforms: ['web'], ceiling: 'r18' })
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${origin}/auth/register`)
  await register(page, ' ', 'shiori')
  expect(await page.getByLabel(t('auth.key')).getAttribute('aria-invalid')).toBe('true')
  await page.getByText(t('validation.required'), { exact: true }).waitFor()

  await register(page, forPhones.code, 'shiori')
  await notices(page, 'This access key is for another kind of device.').waitFor()
  await page.getByText(t('auth.keyFor', { places: 'Android, iOS' })).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/register')

  await register(page, forWeb.code, 'shiori')
  await notices(page, t('message.registered')).waitFor()
  await page.waitForURL(`${origin}/`)
  const { items } = await call(listRedemptions, { params: { id: forWeb.id } })
  expect(items).toMatchObject([{ user: { username: 'shiori' }, platform: 'web' }])
  const made = await call(listUsers, { query: { q: 'shiori' } })
  expect(made.items[0]).toMatchObject({ ageRestriction: 'r18', role: 1 })
  await close()
})

test('what a new account sees is said in words, for the site and for a key', async () => {
  const { origin, call, open } = await administrator()
  const { page, errors, close } = await open()
  await page.goto(`${origin}/admin/settings`)
  const accounts = page.getByRole('region', { name: t('site.accounts') })
  await accounts.getByText(t('newAccount.all')).waitFor()
  await accounts.getByText('R-15', { exact: true }).click()
  await accounts.getByText(t('newAccount.r15')).waitFor()
  await accounts.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.settingsSaved')).waitFor()
  const { newAccountCeiling, visitorCeiling } = await call(getSiteSettings, {})
  expect(newAccountCeiling).toBe('r15')
  await call(updateSiteSettings, { body: { visitorCeiling: 'r18' } })
  await page.reload()
  await accounts.getByText(t('newAccount.belowVisitors')).waitFor()
  await call(updateSiteSettings, { body: { visitorCeiling } })

  await page.goto(`${origin}/admin/keys`)
  await page.getByRole('button', { name: t('keys.create') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('newAccount.r15')).waitFor()
  await dialog.getByRole('combobox', { name: t('keys.ceilingLabel') }).selectOption({ label: 'R18' })
  await dialog.getByText(t('newAccount.r18')).waitFor()
  await dialog.getByLabel(t('keys.note')).fill('for grown-ups')
  await dialog.getByRole('button', { name: t('keys.create') }).click()
  const row = page.getByRole('row').filter({ hasText: 'for grown-ups' })
  await row.getByRole('cell', { name: 'R18', exact: true }).waitFor()
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog
    .getByRole('combobox', { name: t('keys.ceilingLabel') })
    .selectOption({ label: t('keys.ceilingSite', { age: 'R-15' }) })
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await row.getByRole('cell', { name: t('keys.ceilingSite', { age: 'R-15' }) }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('keys that are no longer good are marked, and can be listed alone', async () => {
  const { origin, open } = await administrator()
  await makeKey({ note: 'past', expiresAt: '2020-01-01' })
  await makeKey({ note: 'fresh' })
  const { page, errors, close } = await open()
  await page.goto(`${origin}/admin/keys`)
  const row = (note: string) => page.getByRole('row').filter({ hasText: note })
  await row('past').getByText(t('keyState.expired'), { exact: true }).waitFor()
  await row('fresh').getByText(t('keyState.usable'), { exact: true }).waitFor()
  const states = page.getByRole('combobox', { name: t('users.status') })
  await states.selectOption({ label: t('keyState.expired') })
  await expect.poll(() => row('fresh').count()).toBe(0)
  await row('past').waitFor()
  await states.selectOption({ label: t('keyState.used_up') })
  await expect.poll(() => row('past').count()).toBe(0)
  await states.selectOption({ label: t('keyState.usable') })
  await row('fresh').waitFor()
  expect(await row('past').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
