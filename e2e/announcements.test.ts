import { createAnnouncement, deleteAnnouncement } from '@koedana/contract/announcements.ts'
import { locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('an announcement is written with a preview, stands on the home page, and is read', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, {
    origin,
    signedIn: await signInTo(origin, 'haruka'),
  })
  await page.goto(`${origin}/admin/announcements`)
  await page
    .getByRole('button', { name: t('announcements.create') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('announcements.post') }).click()
  await dialog.getByText(t('validation.titleRequired')).waitFor()
  await dialog.getByRole('textbox', { name: t('announcements.titleField') }).fill('Spring cleaning on Sunday')
  await dialog
    .getByRole('textbox', { name: t('announcements.content') })
    .fill('# Sunday\n\nThe shelf is **dusted**.\n\n<img src=x onerror="window.ran=true">')
  await dialog.getByText(t('announcements.preview'), { exact: true }).click()
  await dialog.getByRole('heading', { name: 'Sunday', exact: true }).waitFor()
  await dialog.getByRole('button', { name: t('announcements.post') }).click()
  await notices(page, t('message.announcementPosted')).waitFor()

  await page.goto(origin)
  await page.getByRole('link', { name: 'Spring cleaning on Sunday' }).click()
  await page.getByRole('heading', { name: 'Spring cleaning on Sunday' }).waitFor()
  expect(await page.getByText('dusted').evaluate(({ tagName }) => tagName)).toBe('STRONG')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('announcements.title') })
    .click()
  await expect.poll(() => page.getByRole('img', { name: t('announcements.unread') }).count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()

  await page.goto(`${origin}/admin/announcements`)
  await page
    .getByRole('button', { name: t('announcements.deleteTitle', { title: 'Spring cleaning on Sunday' }) })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('announcements.delete') })
    .click()
  await page.getByText(t('announcements.none')).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('announcements are searched, sorted, selected and deleted together', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  for (const title of ['Roof', 'Garden one', 'Garden two'])
    await call(createAnnouncement, { body: { title, content: 'Text', draft: true } })
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/admin/announcements`)
  await page.getByRole('searchbox', { name: t('table.search') }).fill('garden')
  await page.getByText(t('announcements.count', { count: 2 }), { exact: true }).waitFor()
  await page.getByRole('combobox', { name: t('works.sort') }).selectOption('createdAtAsc')
  await page.waitForURL((url) => url.searchParams.get('sort') === 'createdAtAsc')
  const titles = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^Garden/ })
      .allTextContents()
  await expect.poll(titles).toEqual(['Garden one', 'Garden two'])
  await page.getByRole('checkbox', { name: t('table.chooseAll') }).check()
  await page.getByRole('button', { name: t('announcements.deleteChosen', { count: 2 }) }).click()
  await page
    .getByRole('alertdialog', { name: t('announcements.deleteChosenTitle', { count: 2 }) })
    .getByRole('button', { name: t('announcements.deleteChosen', { count: 2 }) })
    .click()
  await page.getByText(t('table.nothing')).waitFor()
  await page.getByRole('searchbox', { name: t('table.search') }).fill('')
  await page.getByRole('link', { name: 'Roof', exact: true }).waitFor()
  const roof = page.getByRole('button', { name: t('announcements.deleteTitle', { title: 'Roof' }) })
  await roof.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('announcements.delete') })
    .click()
  await roof.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('an important one stands over the page once, then as a banner until it is read', async () => {
  const { browser, origin } = here()
  const { token } = await signInTo(origin, 'haruka')
  const body = { title: 'Two nights of silence', content: 'Back on *Monday*.', important: true }
  const call = clientAs(origin, token)
  const { id } = await call(createAnnouncement, { body })
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/works`)
  const dialog = page.getByRole('dialog', { name: 'Two nights of silence' })
  await dialog.getByRole('button', { name: t('announcements.later') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(origin)
  const banner = page.getByRole('link', { name: 'Two nights of silence' })
  await banner.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await banner.click()
  await page.waitForURL(`${origin}/announcement/${id}`)
  await page.getByText('Monday').waitFor()
  await page.goto(`${origin}/announcements`)
  await page.getByRole('link', { name: /Two nights of silence/ }).waitFor()
  expect(await page.getByRole('img', { name: t('announcements.unread') }).count()).toBe(0)
  await call(deleteAnnouncement, { params: { id } })
  await close()
})

test('whom one follows is remembered, and their works stand on the home page', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, {
    origin,
    signedIn: await signInTo(origin, 'midori'),
  })
  await page.goto(`${origin}/works?makers=RG90002`)
  const follow = page.getByRole('button', { name: t('follow.follow') })
  await follow.click()
  await notices(page, t('nav.follows')).waitFor()
  await page.reload()
  await page.getByRole('button', { name: t('nav.follows'), pressed: true }).waitFor()
  await page.goto(origin)
  await page.getByRole('heading', { name: t('follow.news') }).waitFor()
  await page.goto(`${origin}/works?makers=RG90002`)
  await page.getByRole('button', { name: t('nav.follows') }).click()
  await page.getByRole('button', { name: t('follow.follow'), exact: true }).waitFor()
  await page.goto(origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: t('follow.news') }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

const titles = { 'en-US': t('announcements.title'), 'zh-CN': '公告', 'ja-JP': 'お知らせ' } as const
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } } as const

test.each(
  locales.flatMap((language) =>
    Object.entries(screens).map(([name, viewport]) => ({ language, name, viewport })),
  ),
)(
  'a visitor finds all announcements from any page of a $name, in $language',
  async ({ language, viewport }) => {
    const { browser, origin } = here()
    const call = clientAs(origin, (await signInTo(origin, 'haruka')).token)
    const { id } = await call(createAnnouncement, { body: { title: 'The shelf moves', content: 'Soon.' } })
    const { page, errors, close } = await openPage(browser, { language, viewport })
    await page.goto(`${origin}/works`)
    const link = page.getByRole('banner').getByRole('link', { name: titles[language] })
    await link.getByRole('img').waitFor()
    await link.click()
    await page.waitForURL('**/announcements')
    await page.getByRole('main').getByRole('link', { name: 'The shelf moves' }).click()
    await page.getByText('Soon.').waitFor()
    await expect.poll(() => link.getByRole('img').count()).toBe(0)
    await call(deleteAnnouncement, { params: { id } })
    expect(errors).toEqual([])
    await close()
  },
)
