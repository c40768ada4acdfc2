import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { expect, test } from 'vitest'
import { demoFolder } from './begin.ts'
import { openPage, visit } from './browser.ts'
import { journey, lookAround } from './journey.ts'
import { pattern, t } from './words.ts'

/** All numbers are from today. */
const oneDay = lookAround()
/** The works are own recordings that no marketplace sells. */
const noNumbers = journey(async () => {
  const folder = await demoFolder()
  await withDatabase(readConfig({ DATA_DIR: folder.path }), ({ write }) =>
    write.updateTable('work').set({ sales: null }).execute(),
  )
  return folder
})

const note = pattern('popular.notYet')

test('with the numbers of one day no screen claims a period', async () => {
  const { browser, origin } = oneDay()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const main = page.getByRole('main')
  await page.goto(origin)
  await main.getByRole('heading', { name: t('home.latest'), exact: true }).waitFor()
  await main.getByText(t('home.login')).waitFor()
  expect(await main.getByRole('heading', { name: /Popular/ }).count()).toBe(0)

  await page.goto(`${origin}/rankings?period=daily`)
  await main.getByText(note).waitFor()
  await main.getByText(t('popular.all')).waitFor()
  expect(await main.getByText(t('popular.daily')).count()).toBe(0)
  await expect.poll(() => main.getByRole('listitem').count()).toBeGreaterThan(0)

  await page.goto(`${origin}/works?sort=popular&period=daily`)
  await main.getByText(note).waitFor()
  await main.getByRole('radio', { name: t('period.all'), exact: true }).check()
  await main.getByText(note).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('without any numbers nothing is ranked', async () => {
  const { browser, origin } = noNumbers()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const main = page.getByRole('main')
  await visit(page, origin)
  await main.getByRole('heading', { name: t('home.latest'), exact: true }).waitFor()
  expect(await main.getByRole('heading', { name: /Popular/ }).count()).toBe(0)
  for (const period of ['daily', 'all']) {
    await page.goto(`${origin}/rankings?period=${period}`)
    await main.getByRole('heading', { name: pattern('popular.empty') }).waitFor()
    expect(await main.getByRole('listitem').count()).toBe(0)
  }
  await page.goto(`${origin}/works?sort=popular`)
  await main.getByText(pattern('popular.empty')).waitFor()
  expect(errors).toEqual([])
  await close()
})
