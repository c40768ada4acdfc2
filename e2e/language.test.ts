/** A newcomer switches to their language from any first page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, visit, type WatchedPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = lookAround()

const open = (locale: string, path: string): Promise<WatchedPage> =>
  openPage(here().browser, { locale }).then(async (watched) => {
    await visit(watched.page, `${here().origin}${path}`)
    return watched
  })

const offerOf = (page: Page, question: string) => page.getByRole('region', { name: question })
const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test('who wants English is prompted in English on the first page, and reads it from then on', async () => {
  const { page, errors, close } = await open('en-GB', '/works')
  expect(await languageOf(page)).toBe('zh-CN')
  await offerOf(page, 'Read this in English?').getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: t('nav.works') }).waitFor()
  await expect.poll(() => offerOf(page, 'Read this in English?').count()).toBe(0)
  await visit(page, `${here().origin}/auth/login`)
  await page.getByLabel(t('account.username')).waitFor()
  expect(await page.getByRole('region', { name: /中文|日本語|English/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('who would rather keep what is there is not prompted again', async () => {
  const { page, close } = await open('ja-JP', '/auth/login')
  await offerOf(page, '日本語で表示しますか？').getByRole('button', { name: '閉じる' }).click()
  await visit(page, `${here().origin}/`)
  expect(await languageOf(page)).toBe('zh-CN')
  expect(await offerOf(page, '日本語で表示しますか？').count()).toBe(0)
  await close()
})

test('the switch at the top is there without an account, and is found without reading Chinese', async () => {
  const { page, close } = await open('de-DE', '/auth/login')
  expect(await page.getByRole('region', { name: /English|日本語/ }).count()).toBe(0)
  await page.getByRole('combobox', { name: /Language/ }).selectOption({ label: '日本語' })
  await page.getByLabel('ユーザー名').waitFor()
  await settled(page)
  expect(await languageOf(page)).toBe('ja-JP')
  await close()
})
