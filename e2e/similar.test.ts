import { listSimilarEntities, listSimilarWorks } from '@koedana/contract/similar.ts'
import { getWorkHistory } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { demoFolder } from './begin.ts'
import { openPage } from './browser.ts'
import { growHistory, pastWeeks } from './grow-history.ts'
import { journey } from './journey.ts'
import { t } from './words.ts'

const id = 'RJ90000027'

const here = journey(async () => {
  const folder = await demoFolder()
  await growHistory(folder, [id])
  return folder
})

test('a work shows what is similar, why, and leads there', async () => {
  const { items } = await clientOf(here().origin)(listSimilarWorks, { params: { id }, query: { limit: 12 } })
  const [first] = items
  const [reason] = first?.reasons ?? []
  if (!first || !reason) throw new Error('nothing in the demo is similar')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/${id}`)
  await page.getByRole('heading', { name: t('work.details') }).waitFor()
  await page.mouse.wheel(0, 5_000)
  const works = page.getByRole('list', { name: t('similar.title') }).getByRole('listitem')
  const titles = works.getByRole('heading')
  await expect.poll(() => titles.allTextContents()).toEqual(items.map(({ work }) => work.title))
  await works.first().getByText(reason.name).last().waitFor()
  await titles.first().click()
  await page.getByRole('heading', { level: 1, name: first.work.title }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/work/${first.work.id}`)
  expect(errors).toEqual([])
  await close()
})

test('an artist shows similar ones, and leads there', async () => {
  const call = clientOf(here().origin)
  const { items } = await call(listSimilarWorks, { params: { id } })
  const artist = items[0]?.work.artists[0]
  const params = { kind: 'artists' as const, id: artist?.id ?? '' }
  const alike = (await call(listSimilarEntities, { params, query: { limit: 8 } })).items
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works?artists=${params.id}`)
  const links = page.getByRole('list', { name: t('entities.similar') }).getByRole('link')
  await expect.poll(() => links.allTextContents()).toEqual(alike.map(({ name }) => name))
  await links.first().click()
  await page.getByRole('heading', { level: 1, name: alike[0]?.name ?? '' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('sales and price are a chart that keys walk through, and the same numbers in a table', async () => {
  const { points } = await clientOf(here().origin)(getWorkHistory, { params: { id } })
  expect(points).toHaveLength(pastWeeks + 1)
  const yen = (at: number) => `¥${points.at(at)?.price?.toLocaleString('en-US')}`
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/${id}`)
  await page.getByRole('heading', { name: t('work.details') }).waitFor()
  await page.mouse.wheel(0, 5_000)
  const chart = page.getByRole('slider', { name: t('history.title') })
  const valueText = () => chart.getAttribute('aria-valuetext')
  await expect.poll(valueText).toContain(yen(-1))
  await chart.focus()
  await page.keyboard.press(t('nav.home'))
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
  expect(yen(9)).not.toBe(yen(8))
  await expect.poll(valueText).toContain(yen(9))
  await page.getByText(t('history.table')).click()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(points.length + 1)
  expect(errors).toEqual([])
  await close()
})
