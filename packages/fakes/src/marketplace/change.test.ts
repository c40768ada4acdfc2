import { expect, test } from 'vitest'
import { startMarketplace } from './start-marketplace.ts'
import { numbers, numbersOf, page, record, records, rowIds, standing } from './testing/fetch-json.ts'
import { marketCases } from './world/cases.ts'
import { openMarket } from './world/market.ts'

const market = standing({ works: 200 })

test('the same seed is the same market, another one is not', () => {
  const all = (seed: number) => [...openMarket({ works: 150, seed }).all()]
  expect(all(3)).toEqual(all(3))
  expect(all(3)).not.toEqual(all(4))
  expect(new Set(all(3).map(({ id }) => id)).size).toBe(150)
})

test('no case is missing in a hundred works', () => {
  const cases = new Set([...openMarket({ works: 100 }).all()].map((work) => work.case))
  expect([...cases].sort()).toEqual([...marketCases].sort())
})

test('days pass: sales never fall, most grow, and the truth says what is sent', async () => {
  const before = new Map([...market().works.all()].map((work) => [work.id, work]))
  market().advanceDays(30)
  expect(market().works.today()).toBe('2026-12-20')
  const after = [...market().works.all()]
  for (const { id, sales, reviewCount } of after) {
    expect(sales).toBeGreaterThanOrEqual(before.get(id)?.sales ?? 0)
    expect(reviewCount).toBeGreaterThanOrEqual(before.get(id)?.reviewCount ?? 0)
  }
  expect(after.filter(({ id, sales }) => sales > (before.get(id)?.sales ?? 0)).length).toBeGreaterThan(100)
  const grown = after.find(({ sales }) => sales > 1000)
  expect((await numbersOf(market(), grown?.id ?? '')).dl_count).toBe(grown?.sales)
})

test('growth is the same in one step as in many', () => {
  const [one, many] = [openMarket({ works: 100 }), openMarket({ works: 100 })]
  one.advanceDays(40)
  for (let day = 0; day < 40; day += 1) many.advanceDays(1)
  expect([...one.all()]).toEqual([...many.all()])
})

test('announced works come out on their day', async () => {
  const to = await startMarketplace({ works: 100 })
  const { id, state } = to.works.example('announced')
  expect(state).toBe('announced')
  to.advanceDays(61)
  expect(await record(to, id)).toMatchObject({ is_ana: false, on_sale: 1 })
  expect((await page(to, `/home/work/=/product_id/${id}.html`)).status).toBe(200)
  await to.close()
})

test('what is changed is sent in both calls and lists, and numbers given stay', async () => {
  const { id } = market().works.example('plain')
  market().change(id, { name: '新しい題', sales: 123_456, listPrice: 1000, discountRate: 20 })
  expect(await record(market(), id)).toMatchObject({
    work_name: '新しい題',
    price: 880,
    official_price: 1100,
  })
  market().change(id, { series: { id: 'SRI0000000001', name: '一つきり' } })
  expect(rowIds((await page(market(), '/home/fsr/=/title_id/SRI0000000001')).text)).toEqual([id])
  market().advanceDays(3)
  expect(await numbersOf(market(), id)).toMatchObject({ work_name: '新しい題', dl_count: 123_456 })
})

test('what is delisted keeps its numbers, what is gone was never there', async () => {
  const [one, two] = [...market().works.all()].filter((work) => work.case === 'plain').slice(4)
  market().remove(one?.id ?? '', 'delisted')
  market().remove(two?.id ?? '', 'gone')
  expect(await records(market(), one?.id ?? '')).toEqual([])
  expect(await numbersOf(market(), one?.id ?? '')).toMatchObject({ on_sale: 0 })
  expect(await records(market(), two?.id ?? '')).toEqual([])
  expect(await numbers(market(), [two?.id ?? ''])).toEqual([])
  expect(market().works.find(two?.id ?? '')).toBeUndefined()
  expect(() => market().change('RJ01000101', {})).toThrow('no work RJ01000101')
})

test('a work that is added is released today and stays released then', async () => {
  const today = market().works.today()
  const id = market().add({ name: '今日の新作' })
  const [year, month, day] = today.split('-')
  const { text } = await page(market(), `/home/new/=/year/${year}/mon/${month}/day/${day}`)
  expect(rowIds(text)).toContain(id)
  market().advanceDays(2)
  expect(await record(market(), id)).toMatchObject({
    work_name: '今日の新作',
    regist_date: expect.stringContaining(today),
  })
  expect(market().add()).not.toBe(id)
})
