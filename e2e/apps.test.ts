import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

const openAs = async (name: string) => {
  const { browser, origin } = here()
  return openPageAs(browser, { origin, signedIn: await signInTo(origin, name) })
}

/** Logs in as an app for kikoeru does. */
const signInApp = async (address: string, password: string) => {
  const response = await fetch(`${address}/api/auth/me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'KikoFlu/3.1.1' },
    body: JSON.stringify({ name: 'midori', password }),
  })
  return { status: response.status, body: await response.text() }
}

test('an administrator lets apps in, and one connects by a password of its own until that is revoked', async () => {
  const { origin } = here()
  const midori = await openAs('midori')
  await visit(midori.page, `${origin}/account`)
  await midori.page.getByText(pattern('apps.closed')).waitFor()
  expect(await midori.page.getByRole('link', { name: t('apps.openSettings') }).count()).toBe(0)

  const haruka = await openAs('haruka')
  await visit(haruka.page, `${origin}/account`)
  await haruka.page.getByRole('link', { name: t('apps.openSettings') }).click()
  const doors = haruka.page.getByRole('region', { name: t('doors.title'), exact: true })
  await doors.getByRole('checkbox', { name: pattern('doors.kikoeru') }).check()
  await doors.getByRole('button', { name: t('common.save') }).click()
  await notices(haruka.page, t('message.settingsSaved')).waitFor()
  await haruka.close()

  const { page, errors, close } = midori
  await page.reload()
  await page.getByText(`${origin}/kikoeru`).waitFor()
  await page.getByRole('button', { name: t('apps.make') }).click()
  const name = page.getByLabel(t('apps.name'))
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await name.fill('Pocket phone')
  await page.getByRole('button', { name: t('apps.make') }).click()
  await page.getByText(t('apps.made', { name: 'Pocket phone' })).waitFor()
  const texts = await page.locator('code').allInnerTexts()
  const password = texts.find((text) => /^[a-z2-9]{24}$/.test(text)) ?? ''
  const signedIn = await signInApp(`${origin}/kikoeru`, password)
  expect([signedIn.status, signedIn.body]).toEqual([200, expect.stringContaining('"token"')])
  // kikoeru.tui cannot log in: its address contains a secret, which is shown and copied next to the password.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText(pattern('apps.secretAddressHelp')).waitFor()
  await page.getByRole('button', { name: t('apps.copySecretAddress') }).click()
  await notices(page, t('apps.copied')).waitFor()
  const secretAddress = await page.evaluate(() => navigator.clipboard.readText())
  expect(secretAddress).toBe(`${origin}/kikoeru/with/${password}/api`)
  // Without a clipboard (plain HTTP), the address on screen is selected instead.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: t('apps.copySecretAddress') }).click()
  await notices(page, 'The text is selected').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(secretAddress)
  const headers = { 'user-agent': 'kikoeru.tui' }
  const readWorks = async () => (await fetch(`${secretAddress}/works`, { headers })).status
  expect(await readWorks()).toBe(200)

  await page.reload()
  const row = page.getByRole('list', { name: t('apps.passwords') }).getByRole('listitem')
  await row.getByText(/^kikoeru\.tui.* · last used /).waitFor()
  // Both secrets are shown only once.
  expect(await page.getByText(password).count()).toBe(0)
  expect(await page.getByText(pattern('apps.secretAddressHelp')).count()).toBe(0)
  await row.getByRole('button', { name: t('apps.revokeOf', { name: 'Pocket phone' }) }).click()
  await notices(page, t('apps.revoked', { name: 'Pocket phone' })).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  expect((await signInApp(`${origin}/kikoeru`, password)).status).not.toBe(200)
  expect(await readWorks()).toBe(401)
  // Apps that cannot be given a path only work with the API at the origin.
  expect((await fetch(`${origin}/api/health`)).status).toBe(404)
  expect(errors).toEqual([])
  await close()
})

test('apps for podcasts and Subsonic are let in, and their addresses lead to what can be heard', async () => {
  const { origin } = here()
  const { page, errors, close } = await openAs('haruka')
  await visit(page, `${origin}/admin/settings`)
  const doors = page.getByRole('region', { name: t('doors.title'), exact: true })
  // The address at the origin can be switched on only if the kikoeru API is on.
  const atRoot = doors.getByRole('checkbox', { name: pattern('doors.kikoeruAtRoot') })
  const kikoeru = doors.getByRole('checkbox', { name: pattern('doors.kikoeru') })
  await kikoeru.uncheck()
  expect(await atRoot.count()).toBe(0)
  await kikoeru.check()
  await atRoot.check()
  const others = [
    pattern('doors.feed'),
    pattern('doors.subsonic'),
    pattern('doors.abs'),
    pattern('doors.dav'),
  ]
  for (const name of others) await doors.getByRole('checkbox', { name }).check()
  await doors.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.settingsSaved')).waitFor()

  const statusOf = async (path: string, method = 'GET') => (await fetch(origin + path, { method })).status
  expect(await statusOf('/api/health')).toBe(200)
  expect([await statusOf('/abs/status'), await statusOf('/dav/', 'OPTIONS')]).toEqual([200, 200])
  await visit(page, `${origin}/account`)
  await page.getByText(t('apps.atRoot', { address: origin })).waitFor()
  await page.getByLabel(t('apps.name')).fill('Walks')
  await page.getByRole('button', { name: t('apps.make') }).click()
  await page.getByText(t('apps.made', { name: 'Walks' })).waitFor()
  const texts = await page.locator('code').allInnerTexts()
  const password = texts.find((text) => /^[a-z2-9]{24}$/.test(text)) ?? ''
  const ping = new URLSearchParams({ u: 'haruka', p: password, v: '1.16.1', c: 'Walks', f: 'json' })
  expect(await (await fetch(`${origin}/rest/ping.view?${ping}`)).text()).toContain('"status":"ok"')

  const list = texts.find((text) => text.endsWith('/feeds.opml')) ?? ''
  const feeds = [...(await (await fetch(list)).text()).matchAll(/xmlUrl="([^"]+)"/g)].map(([, url]) => url)
  const work = feeds.find((url) => url?.includes('/work/')) ?? ''
  const [, sound = ''] = /<enclosure url="([^"]+)"/.exec(await (await fetch(work)).text()) ?? []
  const heard = await fetch(sound, { headers: { range: 'bytes=0-3' } })
  expect([heard.status, (await heard.arrayBuffer()).byteLength]).toEqual([206, 4])

  await page.getByRole('button', { name: t('apps.revokeOf', { name: 'Walks' }) }).click()
  await notices(page, t('apps.revoked', { name: 'Walks' })).waitFor()
  expect((await fetch(sound)).status).toBe(401)
  expect(errors).toEqual([])
  await close()
})
