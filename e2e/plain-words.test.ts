/** Screens show words instead of codes and unfinished sentences, in every language. */
import { listKeys } from '@koedana/contract/access-keys.ts'
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { locales } from '@koedana/contract/values.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { openForAllAges } from './all-ages.ts'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { openAs, openEditor } from './editor.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { t, textIn } from './words.ts'

const here = journey(peopledFolder)
const administrator = () => signInTo(here().origin, 'haruka')

const specified = {
  'zh-CN': { roles: ['普通用户', '管理员'], ready: '就绪' },
  'en-US': { roles: [t('role.1'), t('role.3')], ready: t('taskStatus.ready') },
  'ja-JP': { roles: ['一般', '管理者'], ready: '準備完了' },
} as const

test.each(locales)('role 1 and the status ready are said as specified, in %s', async (language) => {
  const { browser, origin } = here()
  const { page, close } = await openPageAs(browser, { origin, signedIn: await administrator() }, { language })
  const { roles, ready } = specified[language]
  await page.goto(`${origin}/admin/users`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('midori').getByText(roles[0], { exact: true }).waitFor()
  await row('haruka').getByText(roles[1], { exact: true }).waitFor()
  await page.goto(`${origin}/admin/tasks`)
  const status = page.locator('select', { has: page.locator('option[value="ready"]') })
  expect(await status.locator('option[value="ready"]').textContent()).toBe(ready)
  await close()
})

const about = ['about.asksNobody', 'about.asksMarketplace'] as const

test('About states whether the server contacts a marketplace', async () => {
  const { browser, origin } = here()
  const call = clientAs(origin, (await administrator()).token)
  for (const [at, enabled] of [false, true].entries()) {
    await call(updateSiteSettings, { body: { marketplace: { enabled } } })
    for (const language of locales) {
      const { page, errors, close } = await openPage(browser, { language })
      await page.goto(`${origin}/about`)
      const main = page.getByRole('main')
      await main.getByText(textIn(language, about[at === 0 ? 0 : 1])).waitFor()
      expect(await main.getByText(textIn(language, about[at === 0 ? 1 : 0])).count()).toBe(0)
      expect(errors).toEqual([])
      await close()
    }
  }
  await call(updateSiteSettings, { body: { marketplace: { enabled: false } } })
})

test('a number out of bounds gets a message with the bound it has to keep', async () => {
  const { browser, origin } = here()
  const signedIn = await administrator()
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/admin/keys`)
  await page
    .getByRole('button', { name: t('keys.create') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('keys.quantity')).fill('501')
  await dialog.getByLabel(t('keys.uses')).fill('100001')
  await dialog.getByRole('button', { name: t('keys.create') }).click()
  await dialog.getByText('At most 500', { exact: true }).waitFor()
  await dialog.getByText('At most 100,000', { exact: true }).waitFor()
  await dialog.getByLabel(t('keys.quantity')).fill('0')
  await dialog.getByText('At least 1', { exact: true }).waitFor()
  expect((await clientAs(origin, signedIn.token)(listKeys, {})).total).toBe(0)

  await page.goto(`${origin}/admin/settings`)
  const section = page.getByRole('region', { name: t('marketplace.title') })
  await section.getByLabel(t('marketplace.batchSize')).fill('201')
  await section.getByRole('button', { name: t('common.save') }).click()
  await section.getByText('At most 200', { exact: true }).waitFor()
  await close()
})

test.each([
  ['zh-CN', '不能大于 5', '不能大于 2,147,483,647'],
  ['en-US', 'At most 5', 'At most 2,147,483,647'],
  ['ja-JP', '5 以下にしてください', '2,147,483,647 以下にしてください'],
] as const)('so it is in the editor, in %s', async (language, rating, sales) => {
  const { browser, origin } = here()
  const { page, close } = await openPageAs(browser, { origin, signedIn: await administrator() }, { language })
  await page.goto(`${origin}/work/RJ90000012#edit`)
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[inputmode="decimal"]').fill('7')
  await dialog.locator('input[inputmode="numeric"]').nth(2).fill('99999999999')
  await dialog.locator('button.btn-primary').last().click()
  await dialog.getByText(rating, { exact: true }).waitFor()
  await dialog.getByText(sales, { exact: true }).waitFor()
  await close()
})

test('the editor and its history name languages, never their codes', async () => {
  const { page, close } = await openAs(here(), 'haruka')
  await page.goto(`${here().origin}/work/RJ90000012`)
  const dialog = await openEditor(page)
  await dialog.getByRole('button', { name: t('language.OTL') }).click()
  await dialog.getByRole('button', { name: t('language.NM') }).click()
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await dialog.getByText('Nothing changed').waitFor()
  await dialog.getByRole('tab', { name: t('tasks.history') }).click()
  await dialog.getByText(`${t('language.OTL')}, ${t('language.NM')}`).waitFor()
  expect(await dialog.getByText(/\b(OTL|NM|JPN)\b/).count()).toBe(0)
  await close()
})

test('works of an age are left out by a button beside it, and are back without it', async () => {
  const { page, errors, close } = await openForAllAges(here(), {})
  await page.goto(`${here().origin}/works`)
  const call = clientAs(here().origin, (await administrator()).token)
  const [all, without] = await Promise.all(
    [[], ['r18'] as const].map((excludedAgeCategories) =>
      call(listWorks, { query: { excludedAgeCategories: [...excludedAgeCategories] } }),
    ),
  )
  expect(without?.total).toBeLessThan(all?.total ?? 0)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  const exclude = panel.getByRole('button', { name: t('filter.excludeName', { name: 'R18' }), exact: true })
  await exclude.click()
  await page.waitForURL((url) => url.searchParams.get('excludedAgeCategories') === 'r18')
  await page.getByText(`${without?.total} works`, { exact: true }).waitFor()
  await page.getByRole('button', { name: t('filter.removeName', { name: 'not R18' }) }).click()
  await page.getByText(`${all?.total} works`, { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})
