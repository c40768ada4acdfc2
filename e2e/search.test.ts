import { getEntity, listEntities } from '@koedana/contract/entities.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

test('the box suggests while one types, and the keys alone lead to a circle and to a work', async () => {
  const call = clientOf(here().origin)
  const [maker] = (await call(listEntities, { params: { kind: 'makers' } })).items
  if (!maker) throw new Error('the demo has no makers')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  const box = page.getByRole('combobox', { name: t('search.label') })
  const list = page.getByRole('listbox', { name: t('search.suggestions') })

  await visit(page, here().origin)
  await page.keyboard.press('/')
  await page.keyboard.insertText(maker.name)
  const circle = list
    .getByRole('group', { name: t('filter.makers') })
    .getByRole('option')
    .first()
  await circle.waitFor()
  // Arrow up from the field selects the end of the list: entities are below works.
  for (let at = await list.getByRole('option').count(); at > 0; at--) {
    await page.keyboard.press('ArrowUp')
    if ((await circle.getAttribute('aria-selected')) === 'true') break
  }
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await circle.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: maker.name }).waitFor()
  expect(new URL(page.url()).searchParams.getAll('makers')).toEqual([maker.id])
  await expect.poll(() => box.inputValue()).toBe('')

  await page.keyboard.press('/')
  await page.keyboard.insertText('rj90000027')
  await list.getByRole('option', { name: t('search.open', { id: 'RJ90000027' }) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/work/RJ90000027')
  expect(errors).toEqual([])
  await close()
})

test('Enter searches, the box holds what was searched, and emptying it shows everything again', async () => {
  const call = clientOf(here().origin)
  const [work] = (await call(listWorks, { query: { pageSize: 1 } })).items
  const q = work?.maker?.name ?? ''
  const { total } = await call(listWorks, { query: { q } })
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  const box = page.getByRole('combobox', { name: t('search.label') })

  await page.goto(`${here().origin}/works?minPrice=1`)
  await box.fill(q)
  await box.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === q)
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['q'])
  await page.getByText(`${total} work`).first().waitFor()
  await page.reload()
  await expect.poll(() => box.inputValue()).toBe(q)
  await page.getByRole('button', { name: t('search.clear') }).click()
  await page.waitForURL((url) => url.search === '')
  await close()
})

test('circles are ranked, found by name and lead to their works', async () => {
  const call = clientOf(here().origin)
  const input = { params: { kind: 'makers' as const }, query: { sort: 'totalSalesDesc' as const } }
  const [first] = (await call(listEntities, input)).items
  if (!first) throw new Error('the demo has no makers')
  const { workCount } = await call(getEntity, { params: { kind: 'makers', id: first.id } })
  const { page, close } = await openPage(here().browser, { language: 'en-US' })

  await page.goto(`${here().origin}/makers`)
  await page.getByRole('combobox', { name: t('works.sort') }).selectOption('totalSalesDesc')
  await page.waitForURL('**/makers?sort=totalSalesDesc')
  const names = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect.poll(() => names.first().textContent()).toBe(first.name)
  await page.getByRole('searchbox', { name: t('filter.find', { kind: t('filter.makers') }) }).fill(first.name)
  await page.waitForURL((url) => url.searchParams.get('q') === first.name)
  await names.first().click()
  await page.getByRole('heading', { level: 1, name: first.name }).waitFor()
  await page.getByText(`${workCount} work`).first().waitFor()
  await close()
})
