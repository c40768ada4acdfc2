import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { fillLogin, notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

const sentences = {
  'en-US': t('message.pleaseLoginToContinue'),
  'zh-CN': '请登录后继续',
  'ja-JP': '続けるにはログインしてください',
} as const

test.each(Object.entries(sentences))(
  'a guarded page prompts for a login in %s',
  async (language, sentence) => {
    const { page, errors, close } = await openPage(here().browser, { language })
    await page.goto(`${here().origin}/account`)
    const notice = notices(page, sentence)
    await notice.waitFor()
    expect(await notice.textContent()).toBe(sentence)
    expect((await notice.boundingBox())?.y).toBeGreaterThan(600)
    expect(await notice.locator('..').locator('svg.text-neg').count()).toBe(1)
    // The notice may appear before the address changes.
    await expect.poll(() => pathOf(page.url())).toBe('/auth/login?redirect=%2Faccount')
    expect(errors).toEqual([])
    await close()
  },
)

test('the notice goes, and the login leads to the very page that was opened', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/account?from=a%20bookmark&n=2`)
  const notice = notices(page, sentences['en-US'])
  await notice.waitFor()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  const target = new URL(page.url()).searchParams.get('redirect')
  expect(target).toMatch(/^\/account\?/)
  await expect.poll(() => notice.count()).toBe(0)
  await fillLogin(page, 'midori')
  await page.waitForURL((url) => url.pathname === '/account')
  expect(pathOf(page.url())).toBe(target)
  await page.getByRole('heading', { name: t('nav.account') }).waitFor()
  await close()
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/auth/login',
])('a login never leads away: %s', async (target) => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/auth/login?redirect=${encodeURIComponent(target)}`)
  await fillLogin(page, 'midori')
  await notices(page, t('message.loginSuccessful')).waitFor()
  await page.waitForURL(`${here().origin}/`)
  // A user who is already logged in is not redirected there either.
  await page.goto(`${here().origin}/auth/login?redirect=${encodeURIComponent(target)}`)
  await page.waitForURL(`${here().origin}/`)
  await close()
})

test('the dashboard: a visitor logs in, a member finds nothing, an administrator comes to the tasks', async () => {
  const { browser, origin } = here()
  const visitor = await openPage(browser, { language: 'en-US' })
  await visitor.page.goto(`${origin}/admin/users`)
  await notices(visitor.page, sentences['en-US']).waitFor()
  await expect.poll(() => pathOf(visitor.page.url())).toBe('/auth/login?redirect=%2Fadmin%2Fusers')
  await visitor.close()

  const member = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'midori') })
  await member.page.goto(`${origin}/admin/users`)
  await member.page.waitForURL(`${origin}/`)
  await notices(member.page, 'not found').waitFor()
  await member.close()

  const admin = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await admin.page.goto(`${origin}/admin`)
  await admin.page.waitForURL(`${origin}/admin/tasks`)
  await admin.page.getByRole('navigation', { name: t('nav.admin') }).waitFor()
  expect(admin.errors).toEqual([])
  await admin.close()
})
