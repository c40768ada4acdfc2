import { createKeys } from '@koedana/contract/keys.ts'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'

const here = journey(peopledFolder)

const corpus = [
  '<script>window.__xss = 1</script>',
  '<img src=x onerror="window.__xss = 1">',
  '"><svg onload=window.__xss=1>',
  "'-window.__xss=1-'",
  'javascript:window.__xss=1',
  '{{constructor.constructor("window.__xss=1")()}}',
  '#{window.__xss=1}',
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.__xss=1</script>">',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '‮<b onmouseover=alert(1)>moc.elpmaxe',
]

test.each(corpus)('nothing that carries text runs it: %s', async (evil) => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  await clientAs(origin, signedIn.token)(createKeys, { body: { count: 1, note: evil } })
  await signInWith(browser, origin, evil)
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  // A visitor's own store is text from outside too.
  await page.evaluate((name) => {
    const hidden = [{ id: 'demo-g01', name, reason: name }]
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: hidden }
    localStorage.setItem('choices', JSON.stringify({ policy: 'off', ageFilterMode: 'no_limit', excluded }))
    localStorage.setItem(
      'auth.user',
      JSON.stringify({ ...JSON.parse(localStorage['auth.user']), username: name }),
    )
  }, evil)
  for (const path of ['/account', '/admin/keys', '/admin/users', '/settings']) {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
  }
  await page.evaluate(() => localStorage.removeItem('auth.token'))
  await page.goto(`${origin}/settings`, { waitUntil: 'networkidle' })
  await page.getByText(evil).first().waitFor()
  await page.goto(`${origin}/auth/login?redirect=${encodeURIComponent(evil)}`, { waitUntil: 'networkidle' })
  await page.goto(`${origin}/works?q=${encodeURIComponent(evil)}`, { waitUntil: 'networkidle' })
  expect(dialogs).toEqual([])
  expect(await page.evaluate(() => '__xss' in window)).toBe(false)
  await close()
})

/** The list of sessions shows what a browser says of itself. */
async function signInWith(browser: Browser, origin: string, userAgent: string): Promise<void> {
  const ascii = /^[\x20-\x7e]*$/.test(userAgent)
  const { page, close } = await openPage(browser, ascii ? { userAgent } : {})
  await page.goto(origin)
  await page.evaluate(
    ([username, password]) =>
      fetch('/api/v3/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      }),
    ['haruka', 'lantern moss 7'],
  )
  await close()
}
