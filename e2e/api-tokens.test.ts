/** A member creates an API token, a script uses it, and it stops when it is revoked. */
import { getProof } from '@koedana/contract/fresh-proof.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, password, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder, { hasMovableClock: true })

test('a token is created, copied without the clipboard API, used and revoked', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  // Pages on plain HTTP have no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`${origin}/account`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: t('tokens.title') }) })
  expect(await section.getByRole('radio', { name: t('tokenScope.admin') }).count()).toBe(0)
  await section.getByRole('button', { name: t('tokens.create') }).click()
  await section.getByText(t('validation.required')).waitFor()
  await section.getByLabel(t('tokens.name')).fill('shelf script')
  await section.getByRole('radio', { name: t('tokenScope.writeHelp') }).check()
  await section.getByRole('radio', { name: t('tokens.days', { days: 30 }) }).check()
  await section.getByRole('button', { name: t('tokens.create') }).click()
  const shown = section.getByRole('status').locator('code')
  await shown.waitFor()
  const token = await shown.innerText()
  expect(token).toMatch(/^koe_/)
  await section.getByRole('button', { name: t('tokens.copy') }).click()
  await notices(page, t('copy.help')).waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(token)
  expect(await violationsByTheme(page)).toEqual(noViolations)

  const send = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}/api/v3${path}`, { method, headers })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const list = await send('/works?inLibrary=true&pageSize=1')
  expect(list.status).toBe(200)
  const id: string = list.body.items[0].id
  expect((await send(`/favorites/${id}`, 'PUT')).status).toBe(204)
  expect((await send('/favorites')).body.items[0].id).toBe(id)
  expect(await send('/account/api-tokens')).toMatchObject({ status: 403, body: { code: 'apiTokenScope' } })

  await page.reload()
  await section.getByText('127.0.0.1').waitFor()
  await section.getByRole('button', { name: t('apps.revokeOf', { name: 'shelf script' }) }).click()
  await notices(page, t('tokens.revoked', { name: 'shelf script' })).waitFor()
  await section.getByText('shelf script').waitFor({ state: 'detached' })
  expect(await send('/favorites')).toMatchObject({ status: 401, body: { code: 'apiTokenInvalid' } })
  await close()
})

test('later it needs the password, and logging out everywhere else can include it', async () => {
  const { browser, origin, passMinute } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  await expect
    .poll(async () => {
      passMinute()
      return (await call(getProof, {})).needs
    })
    .toBe('password')
  const { page, close } = await openPageAs(browser, { origin, signedIn }, { language: 'en-US' })
  await page.goto(`${origin}/account`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: t('tokens.title') }) })
  await section.getByLabel(t('tokens.name')).fill('task script')
  await section.getByRole('radio', { name: t('tokenScope.adminHelp') }).check()
  await section.getByRole('button', { name: t('tokens.create') }).click()
  await section.getByText(t('validation.passwordRequired')).waitFor()
  await section.getByLabel(t('proof.password')).fill(password)
  await section.getByRole('button', { name: t('tokens.create') }).click()
  const shown = section.getByRole('status').locator('code')
  await shown.waitFor()
  const headers = { authorization: `Bearer ${await shown.innerText()}` }
  expect((await fetch(`${origin}/api/v3/admin/tasks`, { headers })).status).toBe(200)

  await page.getByRole('button', { name: t('account.endOthers') }).click()
  const ending = page.getByRole('alertdialog')
  await ending.getByLabel(t('account.endApiTokens')).check()
  await ending.getByRole('button', { name: t('account.endOthers') }).click()
  await section.getByText('task script', { exact: true }).waitFor({ state: 'detached' })
  expect((await fetch(`${origin}/api/v3/admin/tasks`, { headers })).status).toBe(401)
  await close()
})
