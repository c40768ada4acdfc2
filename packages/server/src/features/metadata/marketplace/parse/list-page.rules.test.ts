import fc from 'fast-check'
import { expect, test } from 'vitest'
import { captured, capturedFolder } from '../testing/captured.ts'
import { readListPage } from './list-page.rules.ts'

const row = (id: string, inside: string) =>
  `<ul id="search_result_img_box"><li data-list_item_product_id="${id}">${inside}</li></ul>`

test.skipIf(!capturedFolder)('a real row is read with exactly the values it holds', () => {
  expect(readListPage(captured('search_row_RJ01698658.html'), 1)).toEqual({
    works: [
      {
        id: 'RJ01698658',
        name: '【安眠ASMR】精霊介護~Spirit“s” lullaby~ ノワール編 CV.上田麗奈【耳かき・マッサージ・子守唄】',
        maker: { id: 'RG01068359', name: 'Bit grooove lab.' },
        price: 1584,
        listPrice: 1980,
        sales: 1918,
        ratingCount: 112,
        reviewCount: 73,
      },
    ],
    total: undefined,
    next: undefined,
  })
})

test('names are read as they are meant, and a free work costs 0', () => {
  const inside = `<dd class="work_name"><a href="#" title="Tom &amp; Jerry&#039;s &lt;tea&gt;">Tom…</a></dd>
    <span class="icon_GEN" title="全年齢"></span><span class="work_price"><span class="work_price_base">0</span></span>`
  expect(readListPage(row('RJ123456', inside), 1)?.works).toEqual([
    { id: 'RJ123456', name: "Tom & Jerry's <tea>", ageCategory: 'all', price: 0, listPrice: 0 },
  ])
})

test('an empty list is a list; the page that asks for an age, or any other, is none', () => {
  expect(readListPage('<div class="work_not_found"></div>', 3)).toEqual({
    works: [],
    total: undefined,
    next: undefined,
  })
  expect(readListPage('<body class="adultcheck"><a href="#">はい</a></body>', 1)).toBeUndefined()
  expect(readListPage('', 1)).toBeUndefined()
})

test('further pages are known by links, or by how many works there are', () => {
  const works = row('RJ123456', '')
  const linked = `${works}<a href="/home/fsr/=/title_id/SRI1/page/1">1</a><a href="/x/page/3?y">3</a>`
  expect([1, 2, 3].map((page) => readListPage(linked, page)?.next)).toEqual([2, 3, undefined])
  const counted = `${works}<script>var a = {"pager":{"count":2,"have_to_paginate":true}}</script>`
  expect([1, 2].map((page) => readListPage(counted, page)?.next)).toEqual([2, undefined])
  expect(readListPage(counted, 1)?.total).toBe(2)
})

test('a page of new releases has blocks without an id, whose inner lists are no rows', () => {
  const block = (id: string) =>
    `<tr class="n_worklist_item"><td><dt class="work_name"><a href="https://www.dlsite.com/girls/work/=/product_id/${id}.html">Tea</a></dt>
     <dd class="work_category type_SOU"></dd><ul><li class="sales_date">x</li></ul></td></tr>`
  const game = block('RJ123458').replace('type_SOU', 'type_RPG')
  const page = readListPage(
    `<table class="n_worklist">${block('RJ123456')}${block('BJ123457')}${game}</table>`,
    1,
  )
  expect(page?.works).toEqual([
    { id: 'RJ123456', name: 'Tea' },
    { id: 'BJ123457', name: 'Tea' },
  ])
})

test('the page of a circle has fifty rows and its count in words', () => {
  const rows = Array.from(
    { length: 50 },
    (_, i) => `<tr data-list_item_product_id="RJ${100_000 + i}"></tr>`,
  ).join('')
  const page = `<div class="page_total"><strong>1,070</strong>件中</div><table class="n_worklist">${rows}</table>`
  expect(readListPage(page, 1)).toMatchObject({ total: 1_070, next: 2 })
})

test('a work that stands twice counts once, and what is no work is passed over', () => {
  const list = `${row('RJ123456', '')}${row('RJ123456', '')}${row('XX1', '')}`
  expect(readListPage(list, 1)?.works).toEqual([{ id: 'RJ123456' }])
})

test('whatever comes, nothing is thrown', () => {
  const piece = fc.constantFrom(
    '<ul class="n_worklist">',
    '<li data-list_item_product_id="RJ1',
    '"',
    '>',
    '<a href=',
    '/page/9',
    '</li>',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => void readListPage(pieces.join(''), 1)),
  )
})
