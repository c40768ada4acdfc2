import { createAnnouncement, deleteAnnouncement } from '@koedana/contract/announcements.ts'
import { locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'

const here = journey(peopledFolder)

test('an announcement is written with a preview, stands on the home page, and is read', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, {
    origin,
    signedIn: await signInTo(origin, 'haruka'),
  })
  await page.goto(`${origin}/admin/announcements`)
  await page.getByRole('button', { name: 'New announcement' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Post' }).click()
  await dialog.getByText('Title is required').waitFor()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Spring cleaning on Sunday')
  await dialog
    .getByRole('textbox', { name: 'Content' })
    .fill('# Sunday\n\nThe shelf is **dusted**.\n\n<img src=x onerror="window.ran=true">')
  await dialog.getByText('Preview', { exact: true }).click()
  await dialog.getByRole('heading', { name: 'Sunday', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Post' }).click()
  await notices(page, 'Announcement posted').waitFor()

  await page.goto(origin)
  await page.getByRole('link', { name: 'Spring cleaning on Sunday' }).click()
  await page.getByRole('heading', { name: 'Spring cleaning on Sunday' }).waitFor()
  expect(await page.getByText('dusted').evaluate(({ tagName }) => tagName)).toBe('STRONG')
  await page.getByRole('main').getByRole('link', { name: 'Announcements' }).click()
  await expect.poll(() => page.getByRole('img', { name: 'Unread' }).count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()

  await page.goto(`${origin}/admin/announcements`)
  await page.getByRole('button', { name: 'Delete “Spring cleaning on Sunday”?' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete announcement' }).click()
  await page.getByText('No announcements yet').waitFor()
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
  await dialog.getByRole('button', { name: 'Later' }).click()
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
  expect(await page.getByRole('img', { name: 'Unread' }).count()).toBe(0)
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
  const follow = page.getByRole('button', { name: 'Follow' })
  await follow.click()
  await notices(page, 'Following').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await page.goto(origin)
  await page.getByRole('heading', { name: 'New from those you follow' }).waitFor()
  await page.goto(`${origin}/works?makers=RG90002`)
  await page.getByRole('button', { name: 'Following' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await page.goto(origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'New from those you follow' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

const titles = { 'en-US': 'Announcements', 'zh-CN': '公告', 'ja-JP': 'お知らせ' } as const
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
