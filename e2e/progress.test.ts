import { getProgress } from '@koedana/contract/progress.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, type PageOptions } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

/** Returns the work with the longest tracks, and the middle of its first track. */
async function longWork() {
  const call = clientOf(here().origin)
  let found = { id: '', title: '', middle: 0 }
  for (const { id, title } of (await call(listWorks, { query: { inLibrary: true } })).items) {
    const { tracks } = await call(listWorkFiles, { params: { id } })
    const [first, second] = tracks.filter(({ preferred }) => preferred)
    const middle = Math.floor((first?.duration ?? 0) / 2)
    if (second && middle > found.middle) found = { id, title, middle }
  }
  expect(found.middle).toBeGreaterThan(2)
  return found
}

interface Person {
  readonly signedIn: LoginResult
}

const signIn = async (name: string): Promise<Person> => ({ signedIn: await signInTo(here().origin, name) })

const savedOf = async ({ signedIn }: Person, id: string) =>
  (await clientAs(here().origin, signedIn.token)(getProgress, { params: { id } })).progress

function openAs({ signedIn }: Person, options: PageOptions) {
  const { browser, origin } = here()
  return openPageAs(browser, { origin, signedIn }, options)
}

const inMain = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const playing = (page: Page) => expect.poll(() => audioOf(page, 'currentTime'))

test('what one device plays another goes on from, to the second', async () => {
  const { id, title, middle } = await longWork()
  const midori = await signIn('midori')
  const desk = await openAs(midori, { language: 'en-US' })
  await keepAudio(desk.page)
  await desk.page.goto(`${here().origin}/work/${id}`)
  await inMain(desk.page, t('work.play')).click()
  await playing(desk.page).toBeGreaterThan(1)
  await desk.page.getByRole('slider', { name: t('player.seek') }).fill(String(middle))
  await playing(desk.page).toBeGreaterThan(middle + 0.3)
  await inMain(desk.page, t('player.pause')).click()
  const left = await audioOf(desk.page, 'currentTime')
  await expect.poll(async () => (await savedOf(midori, id))?.position ?? 0).toBeCloseTo(left, 0)

  const phone = await openAs(midori, { language: 'en-US', viewport: { width: 390, height: 844 } })
  await keepAudio(phone.page)
  await phone.page.goto(here().origin)
  await phone.page.getByRole('button', { name: `Continue: ${title}` }).click()
  await playing(phone.page).toBeGreaterThan(left - 1)
  expect(await audioOf(phone.page, 'currentTime')).toBeLessThan(left + 8)
  await expect.poll(async () => (await savedOf(midori, id))?.revision ?? 0).toBeGreaterThan(1)
  await phone.page.goto(`${here().origin}/work/${id}`)
  await inMain(phone.page, t('progress.continue')).waitFor()
  expect([...desk.errors, ...phone.errors]).toEqual([])
  await desk.close()
  await phone.close()
})

test('the bar of a device that was left earlier plays where another device has come to', async () => {
  const { id, middle } = await longWork()
  const haruka = await signIn('haruka')
  const [phone, desk] = [
    await openAs(haruka, { language: 'en-US' }),
    await openAs(haruka, { language: 'en-US' }),
  ]
  for (const { page } of [phone, desk]) {
    await keepAudio(page)
    await page.goto(`${here().origin}/work/${id}`)
  }
  await inMain(phone.page, t('work.play')).click()
  await playing(phone.page).toBeGreaterThan(0.5)
  await inMain(phone.page, t('player.pause')).click()
  await expect.poll(async () => (await savedOf(haruka, id))?.position ?? 0).toBeGreaterThan(0.5)

  await inMain(desk.page, t('progress.continue'))
    .or(inMain(desk.page, t('work.play')))
    .click()
  await playing(desk.page).toBeGreaterThan(0.6)
  await desk.page.getByRole('slider', { name: t('player.seek') }).fill(String(middle))
  await playing(desk.page).toBeGreaterThan(middle + 0.3)
  await inMain(desk.page, t('player.pause')).click()
  const left = await audioOf(desk.page, 'currentTime')
  await expect.poll(async () => (await savedOf(haruka, id))?.position ?? 0).toBeCloseTo(left, 0)

  await phone.page.goto(`${here().origin}/settings`)
  const bar = phone.page.getByRole('region', { name: t('player.region') })
  const position = async () => Number(await bar.getByRole('slider', { name: t('player.seek') }).inputValue())
  await expect.poll(position).toBeGreaterThan(left - 1)
  await bar.getByRole('button', { name: t('work.play'), exact: true }).click()
  await playing(phone.page).toBeGreaterThan(left - 0.5)
  await bar.getByRole('button', { name: t('player.pause'), exact: true }).click()
  await bar.getByRole('slider', { name: t('player.seek') }).fill('1')
  await phone.page.reload()
  await phone.page.waitForLoadState('networkidle')
  expect(await position()).toBeLessThan(2)
  expect([...desk.errors, ...phone.errors]).toEqual([])
  await phone.close()
  await desk.close()
})

test('a place survives a reload, and half a minute without a network', async () => {
  const { id, middle } = await longWork()
  const haruka = await signIn('haruka')
  const { page, close } = await openAs(haruka, { language: 'ja-JP' })
  await keepAudio(page)
  await page.goto(`${here().origin}/work/${id}`)
  await inMain(page, '再生').first().click()
  await playing(page).toBeGreaterThan(1)
  // The player bar is loaded after playback begins.
  await page.getByRole('slider').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('slider').first().fill(String(middle))
  await inMain(page, '一時停止').first().click()
  await page.context().setOffline(false)
  await expect
    .poll(async () => Math.round((await savedOf(haruka, id))?.position ?? 0))
    .toBeGreaterThanOrEqual(middle)
  await page.reload()
  await inMain(page, '続きから再生').click()
  await playing(page).toBeGreaterThan(middle)
  await close()
})

test('the button that plays is the same one when what was heard comes', async () => {
  const { id } = await longWork()
  const { page, errors, close } = await openAs(await signIn('midori'), { language: 'en-US' })
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route(`**/api/v3/progress/${id}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${here().origin}/work/${id}`)
  const button = await inMain(page, t('work.play')).elementHandle()
  go()
  await inMain(page, t('progress.continue')).waitFor()
  expect(await button?.textContent()).toBe(t('progress.continue'))
  expect(await button?.evaluate((element) => element.isConnected)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a press of play is seen while the place is still requested', async () => {
  const { id } = await longWork()
  const { page, errors, close } = await openAs(await signIn('midori'), { language: 'en-US' })
  await page.goto(`${here().origin}/work/${id}`)
  await inMain(page, t('progress.continue')).waitFor()
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route(`**/api/v3/progress/${id}`, async (route) => {
    await held
    await route.continue()
  })
  await inMain(page, t('progress.continue')).click()
  await expect.poll(() => inMain(page, t('progress.continue')).getAttribute('aria-busy')).toBe('true')
  go()
  await inMain(page, t('player.pause')).waitFor()
  expect(await inMain(page, t('player.pause')).getAttribute('aria-busy')).toBe('false')
  expect(errors).toEqual([])
  await close()
})

test('a visitor sees no prompt', async () => {
  const { id } = await longWork()
  const { page, close } = await openPage(here().browser, { language: 'zh-CN' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`${here().origin}/work/${id}`)
  await inMain(page, '播放').first().waitFor()
  await page.goto(here().origin)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  expect(requested.filter((url) => url.includes('/progress'))).toEqual([])
  await close()
})
