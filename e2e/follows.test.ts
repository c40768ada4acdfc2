import { saveSettings } from '@koedana/contract/account.ts'
import { listEntities } from '@koedana/contract/entities.ts'
import { follow } from '@koedana/contract/follows.ts'
import { followedKinds, locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { fillLogin, notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

const signedIn = () => signInTo(here().origin, 'midori')
const call = async () => clientAs(here().origin, (await signedIn()).token)

/** Follows the largest entity of each kind, and returns their names in the client's language. */
async function followLargest(): Promise<readonly string[]> {
  const client = await call()
  const names: string[] = []
  for (const kind of followedKinds) {
    const [largest] = (await client(listEntities, { params: { kind }, query: {} })).items
    if (!largest) throw new Error(`nothing of ${kind}`)
    await client(follow, { params: { kind, id: largest.id } })
    names.push(largest.name)
  }
  return names
}

const empty = {
  'en-US': [t('nav.follows'), t('follow.nobody'), t('filter.makers')],
  'zh-CN': ['关注', '还没有关注任何人', '社团'],
  'ja-JP': ['フォロー中', 'まだ誰もフォローしていません', 'サークル'],
} as const

test.each(locales)('somebody who follows nobody is shown how to, in %s', async (language) => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(
    browser,
    { origin, signedIn: await signedIn() },
    { language },
  )
  const [title, nobody, circles] = empty[language]
  await page.goto(origin)
  await page.getByRole('navigation').getByRole('link', { name: title }).click()
  await page.waitForURL('**/follows')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: nobody }).waitFor()
  await main.getByRole('link', { name: circles }).click()
  await page.waitForURL('**/makers')
  expect(errors).toEqual([])
  await close()
})

test('all whom one follows are listed, are left at a press, and are followed again at another', async () => {
  const names = await followLargest()
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn: await signedIn() })
  await page.goto(`${origin}/follows`)
  const main = page.getByRole('main')
  await main.getByText(t('follow.count', { count: 3 })).waitFor()
  for (const name of [t('filter.makers'), t('filter.series'), t('filter.artists')])
    await main.getByRole('heading', { name }).waitFor()
  for (const name of names) await main.getByRole('link', { name, exact: true }).waitFor()
  const row = main.getByRole('listitem').filter({ hasText: names[0] ?? '' })
  await row.getByRole('button', { name: t('nav.follows'), pressed: true }).click()
  await notices(page, `No longer following ${names[0]}`).waitFor()
  await main.getByText(t('follow.count', { count: 2 })).waitFor()
  await row.getByRole('button', { name: t('follow.follow'), pressed: false }).click()
  await main.getByText(t('follow.count', { count: 3 })).waitFor()
  await row.getByRole('button', { name: t('nav.follows'), pressed: true }).click()
  await main.getByText(t('follow.count', { count: 2 })).waitFor()
  await settled(page)
  await page.reload()
  await main.getByText(t('follow.count', { count: 2 })).waitFor()
  expect(await main.getByRole('link', { name: names[0] ?? '', exact: true }).count()).toBe(0)
  await main.getByRole('link', { name: names[1] ?? '', exact: true }).click()
  await page.waitForURL('**/works?series=**')
  expect(errors).toEqual([])
  await close()
})

test('whom only own settings hide are counted, and the way leads to the settings', async () => {
  await followLargest()
  const client = await call()
  const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
  const choices = { policy: 'moderate' as const, filterDefaults: {}, excluded }
  await client(saveSettings, { body: { ...choices, ageFilterMode: 'adults_only' } })
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn: await signedIn() })
  await page.goto(`${origin}/follows`)
  const main = page.getByRole('main')
  await main.getByText(t('entities.hidden', { count: 3 })).waitFor()
  expect(await main.getByText(t('follow.nobody')).count()).toBe(0)
  await main.getByRole('link', { name: t('content.title') }).click()
  await page.waitForURL('**/settings#content')
  await client(saveSettings, { body: { ...choices, ageFilterMode: 'no_limit' } })
  expect(errors).toEqual([])
  await close()
})

test('a phone finds them on the page of the account', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPageAs(
    browser,
    { origin, signedIn: await signedIn() },
    { language: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  )
  await page.goto(origin)
  await page.getByRole('link', { name: t('nav.account') }).click()
  await page.getByRole('link', { name: t('nav.follows') }).click()
  await page.waitForURL('**/follows')
  await close()
})

test('a visitor is led to the login, and back', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/follows`)
  await page.waitForURL('**/auth/login?redirect=%2Ffollows')
  await fillLogin(page, 'midori')
  await page.waitForURL('**/follows')
  await page.getByRole('heading', { level: 1, name: t('nav.follows') }).waitFor()
  await close()
})
