import { AxeBuilder } from '@axe-core/playwright'
import { follow } from '@koedana/contract/follows.ts'
import { createKeys } from '@koedana/contract/keys.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
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
const themes = ['light', 'dark'] as const

test.each(themes)('axe finds nothing on the way in, in %s', async (theme) => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US', theme })
  for (const path of open) {
    await visit(page, here().origin + path)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect([path, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []])
  }
  expect(errors).toEqual([])
  await close()
})

test.each(themes)('axe finds nothing on the pages of an administrator, in %s', async (theme) => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  await call(createKeys, { body: { quantity: 2, count: 1, note: 'choir' } })
  await call(follow, { params: { kind: 'makers', id: 'RG90002' } })
  const report = await busyServer(origin, signedIn.token)
  const { page, errors, close } = await openPageAs(
    browser,
    { origin, signedIn },
    { language: 'en-US', theme },
  )
  for (const path of [...own, report]) {
    await visit(page, origin + path)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect([path, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []])
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
