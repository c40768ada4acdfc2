import { createKeys } from '@koedana/contract/access-keys.ts'
import { follow } from '@koedana/contract/follows.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { openPage, visit } from './browser.ts'
import { busyServer } from './busy-server.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'

const here = journey(peopledFolder)

const open = ['/auth/login', '/auth/register', '/setup']
const own = [
  '/account',
  '/favorites',
  '/follows',
  '/announcements',
  '/settings',
  '/admin/tasks',
  '/admin/users',
  '/admin/keys',
  '/admin/trash',
  '/admin/settings',
  '/admin/system',
]

test('axe finds nothing on the way in, light and dark', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  for (const path of open) {
    await visit(page, here().origin + path)
    expect([path, await violationsByTheme(page)]).toEqual([path, noViolations])
  }
  expect(errors).toEqual([])
  await close()
})

test('axe finds nothing on the pages of an administrator, light and dark', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  await call(createKeys, { body: { quantity: 2, count: 1, note: 'choir' } })
  await call(follow, { params: { kind: 'makers', id: 'RG90002' } })
  const report = await busyServer(origin, signedIn.token)
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  for (const path of [...own, report]) {
    await visit(page, origin + path)
    expect([path, await violationsByTheme(page)]).toEqual([path, noViolations])
  }
  expect(errors).toEqual([])
  await close()
})

test('nothing runs off a screen of 360 pixels', async () => {
  const { browser, origin } = here()
  const viewport = { width: 360, height: 800 }
  const signedIn = await signInTo(origin, 'haruka')
  const report = await busyServer(origin, signedIn.token)
  const visitor = await openPage(browser, { viewport })
  const admin = await openPageAs(browser, { origin, signedIn }, { viewport })
  for (const [{ page }, paths] of [
    [visitor, open],
    [admin, [...own, report]],
  ] as const) {
    for (const path of paths) {
      await visit(page, origin + path)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, over <= 0]).toEqual([path, true])
    }
  }
  await Promise.all([visitor.close(), admin.close()])
})
