import { createKeys } from '@koedana/contract/access-keys.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { keepSession, openPageAs, password, peopledFolder, signInTo } from './people.ts'

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

test('nothing runs in the lists that carry it: notes of keys, browsers of sessions, what a visitor hides', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  for (const note of corpus) {
    await clientAs(origin, signedIn.token)(createKeys, { body: { count: 1, note } })
    await signInWith(origin, note)
  }
  const { page, ranNothing, close } = await openGuarded(browser, { origin, signedIn })
  // A visitor's local storage is untrusted input, too.
  await page.evaluate((names) => {
    const hidden = names.map((name, at) => ({ id: `demo-g${at}`, name, reason: name }))
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: hidden }
    localStorage.setItem('choices', JSON.stringify({ policy: 'off', ageFilterMode: 'no_limit', excluded }))
  }, corpus)
  for (const path of ['/account', '/admin/keys', '/admin/users', '/settings']) {
    await visit(page, origin + path)
  }
  await page.evaluate(() => localStorage.removeItem('auth.token'))
  await visit(page, `${origin}/settings`)
  for (const evil of corpus) await page.getByText(evil).first().waitFor()
  await ranNothing()
  await close()
})

/** One browser for the whole corpus; each test uses a session of its own. */
let guarded: Awaited<ReturnType<typeof openGuarded>> | undefined
let signedIn: LoginResult | undefined
beforeAll(async () => {
  const { browser, origin } = here()
  signedIn = await signInTo(origin, 'haruka')
  guarded = await openGuarded(browser, { origin, signedIn })
})
afterAll(() => guarded?.close())

test.each(corpus)('nothing runs as the name of an account or in an address: %s', async (evil) => {
  if (!guarded || !signedIn) throw new Error('no page')
  const { origin } = here()
  const { page, ranNothing } = guarded
  const user = { ...signedIn.user, username: evil }
  await page.goto(`${origin}/icon.svg`)
  await keepSession(page, { ...signedIn, user })
  await visit(page, `${origin}/account`)
  await page.evaluate(() => localStorage.removeItem('auth.token'))
  await visit(page, `${origin}/auth/login?redirect=${encodeURIComponent(evil)}`)
  await visit(page, `${origin}/works?q=${encodeURIComponent(evil)}`)
  await ranNothing()
})

/** Opens a page that records whether any script of the corpus ran. */
async function openGuarded(browser: Browser, as: Parameters<typeof openPageAs>[1]) {
  const { page, close } = await openPageAs(browser, as)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const ranNothing = async () => {
    expect(dialogs).toEqual([])
    expect(await page.evaluate(() => '__xss' in window)).toBe(false)
  }
  return { page, ranNothing, close }
}

/** Logs in with this User-Agent, which the list of sessions shows. Skips texts that a header cannot hold. */
async function signInWith(origin: string, userAgent: string): Promise<void> {
  if (!/^[\x20-\x7e]*$/.test(userAgent)) return
  const response = await fetch(`${origin}${basePath}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ username: 'haruka', password }),
  })
  expect(response.status).toBe(200)
}
