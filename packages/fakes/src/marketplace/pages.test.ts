import { expect, test } from 'vitest'
import { page, rowIds, standing } from './testing/fetch-json.ts'
import type { MarketWork } from './world/market-work.ts'

const market = standing({ works: 2000 })
const truth = (): MarketWork[] => [...market().works.all()]

const newestFirst = (works: readonly MarketWork[]): string[] =>
  works.toSorted((a, b) => b.releaseDay - a.releaseDay || b.index - a.index).map(({ id }) => id)

/** Reads all pages of a list. */
async function everyRow(path: string): Promise<string[]> {
  const found: string[] = []
  for (let number = 1; number < 60; number += 1) {
    const { text } = await page(market(), number === 1 ? path : `${path}/page/${number}`)
    if (text.includes('work_not_found')) return found
    found.push(...rowIds(text))
  }
  return found
}

/** Returns the largest group, whose list has several pages. */
function most<K>(works: readonly MarketWork[], keyOf: (work: MarketWork) => K): [K, MarketWork[]] {
  const [largest] = [...Map.groupBy(works, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)
  if (!largest) throw new Error('no works at all')
  return largest
}

test('a series is listed whole, thirty a page whatever is requested, with its count and links on', async () => {
  const members = truth().filter(({ series, state, age }) => series && state === 'sold' && age < 3)
  const [id, works] = most(members, ({ series }) => series?.id)
  expect(works.length).toBeGreaterThan(30)
  const path = `/home/fsr/=/title_id/${id}/order/title_d`
  const first = await page(market(), `${path}/per_page/100`)
  expect(rowIds(first.text)).toHaveLength(30)
  expect(first.text).toContain(`"pager":{"count":${works.length},"have_to_paginate":true}`)
  expect(first.text).toMatch(/href="[^"]+\/page\/2"/)
  expect(await everyRow(path)).toEqual(newestFirst(works))
})

test('a creator is found by the exact name in quotes, over all roles, with what is to come', async () => {
  const voiced = truth().filter(
    ({ state, age, voices }) => state !== 'delisted' && age < 3 && voices.length > 0,
  )
  const [name] = most(voiced, ({ voices }) => voices[0]?.name)
  const works = truth().filter(
    (work) =>
      work.state !== 'delisted' &&
      work.age < 3 &&
      [...work.voices, ...work.illustrators, ...work.writers, ...work.musicians].some(
        (one) => one.name === name,
      ),
  )
  const path = `/home/fsr/=/keyword_creater/${encodeURIComponent(`"${name}"`)}/ana_flg/all`
  expect(await everyRow(path)).toEqual(newestFirst(works))
})

test('a circle has its name, its works and its series with their sizes', async () => {
  const sold = truth().filter(({ state, age }) => state === 'sold' && age < 3)
  const [id, works] = most(sold, ({ maker }) => maker.id)
  const path = `/home/circle/profile/=/maker_id/${id}.html`
  const { text } = await page(market(), path)
  expect(text).toContain('class="prof_maker_name"')
  expect(await everyRow(path)).toEqual(newestFirst(works))
  const series = works.find((work) => work.series)?.series
  const count = works.filter((work) => work.series?.id === series?.id).length
  expect(text).toContain(`「${series?.name}」シリーズ（${count}作品）`)
  expect((await page(market(), '/home/circle/profile/=/maker_id/RG00001.html')).status).toBe(404)
})

test('the releases of a day are its works, and no others', async () => {
  const sold = truth().filter(({ state, age }) => state === 'sold' && age < 3)
  const [day, works] = most(sold, ({ releaseDay }) => releaseDay)
  const [year, month, date] = new Date(day * 86_400_000).toISOString().slice(0, 10).split('-')
  expect(await everyRow(`/home/new/=/year/${year}/mon/${month}/day/${date}`)).toEqual(newestFirst(works))
  expect((await page(market(), '/home/new/=/year/1999/mon/01/day/01')).text).toContain('work_not_found')
})

test('the same rows come inside JSON', async () => {
  const { text } = await page(
    market(),
    '/home/fsr/ajax/=/work_type_category%5B0%5D/audio/order%5B0%5D/dl_d/page/2',
  )
  const response = JSON.parse(text)
  const best = truth().filter(({ state, age }) => state === 'sold' && age < 3)
  const expected = best.toSorted((a, b) => b.sales - a.sales || a.index - b.index).slice(30, 60)
  expect(rowIds(response.search_result)).toEqual(expected.map(({ id }) => id))
  expect(response.page_info).toEqual({ count: best.length, first_indice: 31, last_indice: 60 })
})

test('a row gives price, list price, sales, ratings and reviews; without reviews it says nothing of them', async () => {
  const rowOf = async ({ id, name }: MarketWork) => {
    const { text } = await page(market(), `/home/fsr/=/keyword/${encodeURIComponent(name)}/ana_flg/all`)
    return text.split('<li data-list').find((row) => row.includes(`"${id}"`)) ?? ''
  }
  const plain = truth().filter(({ case: kind, discountRate }) => kind === 'plain' && discountRate > 0)
  const rich = plain.find(({ reviewCount, sales }) => reviewCount > 0 && sales > 1000)
  const poor = truth().find(({ case: kind, sales }) => kind === 'unrated' && sales > 0)
  if (!rich || !poor) throw new Error('no such works')
  const row = await rowOf(rich)
  expect(row).toContain(`_dl_count_${rich.id}">${rich.sales.toLocaleString('en-US')}<`)
  expect(row).toMatch(new RegExp(`class="work_review">.*\\(${rich.reviewCount.toLocaleString('en-US')}\\)`))
  expect(row).toContain(`${rich.discountRate}%OFF`)
  expect(row).toContain('class="strike')
  const other = await rowOf(poor)
  expect(other).not.toContain('work_review')
  expect(other).not.toContain('star_rating')
  const free = await rowOf(market().works.example('free'))
  expect(free).toContain('<span class="work_price_base">0</span>')
})

test('names are escaped in rows and on pages', async () => {
  const { id } = market().works.example('entitiesInName')
  const { text } = await page(market(), `/home/work/=/product_id/${id}.html`)
  expect(text).toContain('&quot;Tea &amp; Stars&quot; &lt;3 it&#039;s late')
  expect(text).not.toContain('Tea & Stars" <3')
})

test('a work page speaks the language requested; a wrong floor leads to the right one and loses it', async () => {
  const { id } = market().works.example('plain')
  const path = `/home/work/=/product_id/${id}.html/?locale=`
  expect((await page(market(), `${path}ja_JP`)).text).toContain('販売日')
  expect((await page(market(), `${path}zh_CN`)).text).toContain('贩卖日')
  expect((await page(market(), `${path}en_US`)).text).toContain('Release date')
  const wrong = await page(market(), `/soft/work/=/product_id/${id}.html/?locale=zh_CN`)
  expect(wrong).toMatchObject({ status: 302, location: `${market().url}/home/work/=/product_id/${id}.html` })
})

test('adult floors prompt for the age first', async () => {
  const path = `/maniax/work/=/product_id/${market().works.example('r18').id}.html`
  const requested = await page(market(), path)
  expect(requested.status).toBe(200)
  expect(requested.text).toContain('adultcheck')
  expect(requested.text).not.toContain('work_name')
  expect((await page(market(), path, 'locale=ja-jp; adultchecked=1')).text).toContain('id="work_name"')
  expect((await page(market(), '/maniax/fsr/=/order/release_d')).text).toContain('adultcheck')
})

test('announced works have a page of their own until they come out; delisted ones have none', async () => {
  const { id } = market().works.example('announced')
  expect((await page(market(), `/home/work/=/product_id/${id}.html`)).status).toBe(404)
  expect((await page(market(), `/home/announce/=/product_id/${id}.html`)).status).toBe(200)
  const delisted = market().works.example('delisted')
  expect((await page(market(), `/home/work/=/product_id/${delisted.id}.html`)).status).toBe(404)
})

test("a translation's page leads to the original", async () => {
  const child = market().works.example('translationChild')
  const { status, location } = await page(market(), `/home/work/=/product_id/${child.id}.html`)
  expect(status).toBe(302)
  expect(location).toBe(
    `${market().url}/home/work/=/product_id/${child.translation.originalId}.html?translation=${child.id}`,
  )
})

test('addresses that make no sense get a response too', async () => {
  expect((await page(market(), '/home/fsr/=/keyword/%E3%81')).status).toBe(200)
  expect((await page(market(), '/home/new/=/year/x')).text).toContain('work_not_found')
})
