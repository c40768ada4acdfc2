import { listEntities } from '@koedana/contract/entities.ts'
import { getFacets } from '@koedana/contract/facets.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

test('a release date counts as soon as it is chosen, and the field keeps the focus', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const from = page.getByRole('complementary').getByLabel(t('filter.releaseDateStart'))
  // The browser's calendar changes the value without a key press.
  await from.fill('2020-03-01')
  await page.waitForURL((url) => url.searchParams.get('releaseDateStart') === '2020-03-01')
  expect(await from.evaluate((field) => field === document.activeElement)).toBe(true)
  await from.fill('')
  await page.waitForURL((url) => !url.searchParams.has('releaseDateStart'))
  // A year that is being typed applies only after its last digit.
  await from.focus()
  await page.keyboard.type('03012021', { delay: 20 })
  await page.waitForURL((url) => url.searchParams.get('releaseDateStart') === '2021-03-01')
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('releaseDateStart'))
  await expect.poll(() => from.inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

test('a number counts after a pause and when the field is left, and what is typed meanwhile stays', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const panel = page.getByRole('complementary')
  const price = panel.getByRole('spinbutton', { name: t('filter.minPrice') })
  const is = (name: string, value: string | null) =>
    page.waitForURL((url) => url.searchParams.get(name) === value)
  const hasFocus = () => price.evaluate((field) => field === document.activeElement)
  await price.focus()
  await page.keyboard.type('5')
  await is('minPrice', '5')
  expect(await hasFocus()).toBe(true)
  // The list for the first digit does not remove the digits after it.
  await page.keyboard.type('00', { delay: 30 })
  await is('minPrice', '500')
  expect(await price.inputValue()).toBe('500')
  expect(await hasFocus()).toBe(true)
  await panel.getByRole('spinbutton', { name: t('filter.minSales') }).fill('7')
  await is('minSales', '7')
  await panel.getByRole('spinbutton', { name: t('filter.minDuration') }).fill('1')
  await page.keyboard.press('Tab')
  await is('minDuration', '60')
  // A year that is not complete yet is not corrected under the cursor.
  const year = panel.getByRole('spinbutton', { name: t('filter.releaseYear') })
  await year.focus()
  await page.keyboard.type('20')
  await page.keyboard.type('20', { delay: 30 })
  await is('releaseYear', '2020')
  await panel.getByRole('spinbutton', { name: t('filter.minRating'), exact: true }).fill('4.5')
  await is('minRating', '4.5')
  await price.fill('')
  await is('minPrice', null)
  expect(errors).toEqual([])
  await close()
})

test('counts follow every choice, and of two genres all or any can be wanted', async () => {
  const call = clientOf(here().origin)
  const firstOf = async (genres: string[]) => {
    const { items = [] } = (await call(getFacets, { query: { genres, facets: ['genres'] } })).genres ?? {}
    const next = items.find(({ id }) => !genres.includes(id))
    if (!next) throw new Error('the demo has too few genres')
    return next
  }
  const one = await firstOf([])
  const other = await firstOf([one.id])
  const genres = [one.id, other.id]
  const both = await call(listWorks, { query: { genres } })
  const either = await call(listWorks, { query: { genres, genresMatch: 'any' } })
  expect(new Set([one.workCount, both.total, either.total]).size).toBe(3)
  expect(other.workCount).toBe(both.total)

  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  const include = (name: string) => panel.getByRole('button', { name: `Include ${name}`, exact: true })
  const row = (name: string) =>
    panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Include ${name}`, exact: true }) })
  await row(one.name).getByText(String(one.workCount), { exact: true }).waitFor()
  await include(one.name).click()
  // Each genre shows the count that choosing it would leave.
  await row(other.name).getByText(String(both.total), { exact: true }).waitFor()
  await row(t('age.all')).getByText(String(one.workCount), { exact: true }).waitFor()
  await include(other.name).click()
  await page.getByText(works(both.total), { exact: true }).first().waitFor()
  await panel.getByRole('radio', { name: t('filter.any') }).check()
  await page.getByText(works(either.total), { exact: true }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('genresMatch')).toBe('any')
  await page.reload()
  await page.getByText(works(either.total), { exact: true }).first().waitFor()
  expect(await panel.getByRole('radio', { name: t('filter.any') }).isChecked()).toBe(true)
  await page.getByRole('button', { name: t('filter.clear') }).click()
  await page.waitForURL((url) => url.search === '')
  expect(errors).toEqual([])
  await close()
})

test('a slider moved by keys sends a request when the key is let go, and its chip takes the bound off', async () => {
  const call = clientOf(here().origin)
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  const prices = panel.getByRole('group', { name: t('work.price') })
  const slider = prices.getByRole('slider', { name: t('filter.minPrice') })
  await slider.focus()
  for (let step = 0; step < 4; step++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await page.waitForURL((url) => url.searchParams.has('minPrice'))
  const minPrice = Number(new URL(page.url()).searchParams.get('minPrice'))
  const [all, dearer] = [await call(listWorks, {}), await call(listWorks, { query: { minPrice } })]
  expect(dearer.total).toBeLessThan(all.total)
  await page.getByText(works(dearer.total), { exact: true }).first().waitFor()
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(String(minPrice))
  expect(await prices.getByRole('spinbutton', { name: t('filter.minPrice') }).inputValue()).toBe(
    String(minPrice),
  )
  await page.getByRole('button', { name: `Remove ≥ ¥${minPrice.toLocaleString('en-US')}` }).click()
  await page.getByText(works(all.total), { exact: true }).first().waitFor()
  await expect.poll(() => slider.inputValue()).toBe('0')
  expect(errors).toEqual([])
  await close()
})

test('what is typed beyond a bound becomes the bound, and the field shows it', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  const type = async (name: string, typed: string) => {
    const box = panel.getByRole('spinbutton', { name, exact: true })
    await box.fill(typed)
    await box.press('Enter')
    return box
  }
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
  const rating = await type(t('filter.minRating'), '7')
  await expect.poll(() => parameter('minRating')).toBe('5')
  await expect.poll(() => rating.inputValue()).toBe('5')
  await type(t('filter.minRating'), '9')
  await expect.poll(() => rating.inputValue()).toBe('5')
  await type(t('filter.minRating'), '4.25')
  await expect.poll(() => parameter('minRating')).toBe('4.3')
  const price = await type(t('filter.minPrice'), '-12.4')
  await expect.poll(() => parameter('minPrice')).toBe('0')
  await type(t('filter.minPrice'), '99999999999')
  await expect.poll(() => parameter('minPrice')).toBe('2147483647')
  await expect.poll(() => price.inputValue()).toBe('2147483647')
  await type(t('filter.maxDuration'), '99999999999')
  await expect.poll(() => parameter('maxDuration')).toBe(String(Math.floor(2_147_483_647 / 60) * 60))
  expect(errors).toEqual([])
  await close()
})

test('on a phone the filters are a sheet whose button shows how many works are left', async () => {
  const call = clientOf(here().origin)
  const { total } = await call(listWorks, { query: { hasLyrics: true } })
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US', ...phone })
  await page.goto(`${here().origin}/works`)
  await page.getByRole('button', { name: t('works.filters') }).tap()
  const sheet = page.getByRole('dialog', { name: t('works.filters') })
  await sheet.getByRole('button', { name: t('filter.hasLyrics') }).tap()
  await sheet.getByRole('button', { name: `Show ${works(total)}` }).tap()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('hasLyrics')).toBe('true')
  await page.getByText(works(total), { exact: true }).first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('works are narrowed to those that can be read along in a language', async () => {
  const call = clientOf(here().origin)
  const { lyricsLanguages = [] } = await call(getFacets, { query: { facets: ['lyricsLanguages'] } })
  const chinese = lyricsLanguages.find(({ value }) => value === 'zh')?.count ?? 0
  expect(chinese).toBeGreaterThan(0)
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const languages = page.getByRole('group', { name: t('filter.lyricsLanguages') })
  await languages.getByRole('listitem').filter({ hasText: 'Chinese' }).getByText(String(chinese)).waitFor()
  await languages.getByRole('button', { name: t('filter.includeName', { name: 'Chinese' }) }).click()
  await page.waitForURL('**/works?lyricsLanguages=zh')
  await page.getByText(works(chinese), { exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: t('filter.removeName', { name: `${t('filter.hasLyrics')} · Chinese` }) })
    .click()
  await page.waitForURL('**/works')
  const { items } = await call(listWorks, { query: { lyricsLanguages: ['zh'] } })
  await page.goto(`${here().origin}/work/${items[0]?.id}`)
  await page.getByRole('listitem').getByText('Simplified Chinese', { exact: true }).first().waitFor()
  expect(errors).toEqual([])
  await close()
})

const works = (count: number) => `${count} ${count === 1 ? 'work' : 'works'}`

test('the page of a work says how much of its series is here, and leads to what is missing', async () => {
  const call = clientOf(here().origin)
  const { items } = await call(listEntities, { params: { kind: 'series' }, query: {} })
  const series = items.find(({ ownedCount, workCount }) => ownedCount !== null && ownedCount < workCount)
  if (!series) throw new Error('the demo has no series with gaps')
  const { workCount: total, ownedCount: owned } = series
  const [work] = (await call(listWorks, { query: { series: [series.id] } })).items
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/${work?.id}`)
  const details = page.getByRole('region', { name: t('work.details') })
  await details.getByText(t('works.owned', { owned: owned ?? 0, total })).waitFor()
  await details.getByRole('link', { name: t('works.missing', { count: total - (owned ?? 0) }) }).click()
  await page.waitForURL((url) => url.searchParams.get('inLibrary') === 'false')
  await expect.poll(() => page.getByRole('article').count()).toBe(total - (owned ?? 0))
  expect(errors).toEqual([])
  await close()
})
