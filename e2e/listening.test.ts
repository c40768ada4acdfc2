import { loginAsGuest } from '@koedana/contract/auth.ts'
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { locales } from '@koedana/contract/values.ts'
import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { fillLogin, notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)
const words = {
  'en-US': { play: t('work.play'), login: t('auth.login'), notice: 'You need an account to listen here' },
  'zh-CN': { play: '播放', login: '登录', notice: '登录后才能在这里收听' },
  'ja-JP': { play: '再生', login: 'ログイン', notice: 'ここで聴くにはログインが必要です' },
} as const

const mayVisitorsListen = async (visitorsMayListen: boolean) => {
  const { token } = await signInTo(here().origin, 'haruka')
  await clientAs(here().origin, token)(updateSiteSettings, { body: { visitorsMayListen } })
}
const isLogin = (url: URL) => url.pathname === '/auth/login'
const pause = (page: Page) => page.getByRole('button', { name: t('player.pause') }).first()

/** Returns a work with more than one track. */
async function someWork(): Promise<{ readonly id: string; readonly title: string; readonly track: string }> {
  const call = clientOf(here().origin)
  for (const { id, title } of (await call(listWorks, { query: { inLibrary: true } })).items) {
    const { tracks } = await call(listWorkFiles, { params: { id } })
    if (tracks.length > 1 && tracks[1]) return { id, title, track: tracks[1].title }
  }
  throw new Error('no work has two tracks')
}

beforeEach(() => mayVisitorsListen(false))

test.each(locales)(
  'Play says that it takes an account, before it is pressed too, in %s',
  async (language) => {
    const { page, errors, close } = await openPage(here().browser, { language })
    const { play, login, notice } = words[language]
    const { id } = await someWork()
    await page.goto(`${here().origin}/work/${id}`)
    const main = page.getByRole('main')
    await main.getByText(notice).waitFor()
    expect(await main.getByRole('link', { name: login }).getAttribute('href')).toBe(
      `/auth/login?redirect=${encodeURIComponent(`/work/${id}`)}`,
    )
    await main.getByRole('button', { name: play, exact: true }).click()
    await notices(page, notice).waitFor()
    await page.waitForURL(isLogin)
    expect(errors).toEqual([])
    await close()
  },
)

test('after the login one is back at the work, and hears it', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await keepAudio(page)
  const { id } = await someWork()
  const main = page.getByRole('main')
  const play = main.getByRole('button', { name: t('work.play'), exact: true })
  await page.goto(`${here().origin}/work/${id}`)
  await play.click()
  await page.waitForURL(isLogin)
  await fillLogin(page, 'midori')
  await page.waitForURL(`**/work/${id}`)
  await play.click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(await main.getByText(words['en-US'].notice).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a track of the list does the same', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  const { id, track } = await someWork()
  await page.goto(`${here().origin}/work/${id}`)
  await page.getByRole('button', { name: track }).first().click()
  await notices(page, words['en-US'].notice).waitFor()
  await page.waitForURL(isLogin)
  await fillLogin(page, 'midori')
  await page.waitForURL(`**/work/${id}`)
  await close()
})

test('and so does the menu of a card, whatever page it stands on', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  const { id } = await someWork()
  await page.goto(`${here().origin}/works?q=${id}`)
  await page.getByRole('article').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('work.play'), exact: true }).click()
  await notices(page, words['en-US'].notice).waitFor()
  await page.waitForURL(isLogin)
  await fillLogin(page, 'midori')
  await page.waitForURL(`**/work/${id}`)
  await close()
})

test('nor is what is spoken searched by those who may not listen', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/lyrics?q=rain`)
  await page.getByRole('heading', { name: words['en-US'].notice }).waitFor()
  expect(await page.getByRole('main').getByRole('searchbox').count()).toBe(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('auth.login') })
    .click()
  await page.waitForURL(isLogin)
  await fillLogin(page, 'midori')
  await page.waitForURL('**/lyrics')
  await page.getByRole('main').getByRole('searchbox').fill('rain')
  await page
    .getByRole('list', { name: t('nav.spoken') })
    .getByRole('button')
    .first()
    .waitFor()
  await page.goto(`${here().origin}/works?q=rain`)
  await page.getByRole('link', { name: pattern('spoken.also') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a guest is prompted for an account of their own', async () => {
  const { browser, origin } = here()
  const signedIn = await clientOf(origin)(loginAsGuest, {})
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  const { id } = await someWork()
  await page.goto(`${origin}/work/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await notices(page, 'Guests cannot listen here').waitFor()
  await page.waitForURL((url) => url.pathname === '/auth/register')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/work/${id}`)
  await close()
})

test('the player too says so when somebody may no longer listen', async () => {
  await mayVisitorsListen(true)
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  const { id } = await someWork()
  await page.goto(`${here().origin}/work/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await pause(page).click()
  await mayVisitorsListen(false)
  await page.goto(`${here().origin}/settings`)
  await page
    .getByRole('region', { name: t('player.region') })
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await notices(page, words['en-US'].notice).waitFor()
  await page.waitForURL(isLogin)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/work/${id}`)
  expect(await notices(page, pattern('player.failed')).count()).toBe(0)
  await close()
})
