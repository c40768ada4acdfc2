import { type EntitySort, listEntities } from '@koedana/contract/entities.ts'
import { type EntityKind, entityKinds, type Period } from '@koedana/contract/values.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { demoFolder } from './begin.ts'
import { openPage } from './browser.ts'
import { growHistory } from './grow-history.ts'
import { journey } from './journey.ts'
import { t } from './words.ts'

/** Only these works have sales of the past week. */
const grown = ['RJ90000002', 'RJ90000027', 'RJ90000060']

const here = journey(async () => {
  const folder = await demoFolder()
  await growHistory(folder, grown)
  return folder
})

const headings = {
  makers: t('filter.makers'),
  series: t('filter.series'),
  artists: t('filter.artists'),
  illustrators: t('filter.illustrators'),
  genres: t('filter.genres'),
} as const satisfies Record<EntityKind, string>

test.each(entityKinds)('%s are ordered, found by name, and lead to their works', async (kind) => {
  const sorted = (sort: EntitySort) =>
    clientOf(here().origin)(listEntities, { params: { kind }, query: { sort } })
  const byName = (await sorted('nameAsc')).items.map(({ name }) => name)
  const [best] = (await sorted('averageRatingDesc')).items
  if (!best) throw new Error(`the demo has no ${kind}`)
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(here().origin)
  await page.getByRole('navigation').getByRole('link', { name: headings[kind], exact: true }).first().click()
  const list = page.getByRole('list', { name: headings[kind] })
  const names = list.getByRole('link')
  const sort = page.getByRole('combobox', { name: t('works.sort') })
  await sort.selectOption('nameAsc')
  await expect.poll(() => names.allTextContents()).toEqual(byName)
  await sort.selectOption('averageRatingDesc')
  await page.waitForURL(`**/${kind}?sort=averageRatingDesc`)
  await expect.poll(() => names.first().textContent()).toBe(best.name)
  await page.getByRole('searchbox', { name: t('filter.find', { kind: headings[kind] }) }).fill(best.name)
  await page.waitForURL((url) => url.searchParams.get('q') === best.name)
  await expect.poll(() => names.count()).toBeLessThan(byName.length)
  await page.reload()
  await names.first().click()
  await page.getByRole('heading', { level: 1, name: best.name }).waitFor()
  expect(new URL(page.url()).searchParams.getAll(kind)).toEqual([best.id])
  expect(errors).toEqual([])
  await close()
})

test('the best of a week are those that grew, and the best of all time go on below', async () => {
  const ranked = async (period: Period, pageSize: number) => {
    const { items, popularSold = [] } = await clientOf(here().origin)(listWorks, {
      query: { sort: 'popular', period, pageSize },
    })
    return items.filter((_, at) => (popularSold[at] ?? 0) > 0).map(({ title }) => title)
  }
  const [week, ever] = [await ranked('weekly', 25), await ranked('all', 50)]
  expect(week).toHaveLength(grown.length)
  expect(week).not.toEqual(ever.slice(0, grown.length))
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/rankings`)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect.poll(() => titles.allTextContents()).toEqual(week)
  await page.getByRole('main').getByText(t('popular.weekly')).waitFor()
  expect(await page.getByText(/no sales data/i).count()).toBe(0)
  await page.getByRole('radio', { name: t('period.all'), exact: true }).check()
  await page.waitForURL('**/rankings?period=all')
  await expect.poll(() => titles.allTextContents()).toEqual(ever.slice(0, 25))
  await page.getByRole('button', { name: t('rankings.more') }).click()
  await expect.poll(() => titles.allTextContents()).toEqual(ever)
  await page.reload()
  await expect.poll(() => titles.allTextContents()).toEqual(ever.slice(0, 25))
  expect(errors).toEqual([])
  await close()
})
