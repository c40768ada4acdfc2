/** List pages: searches, releases of a day, a circle's page. */

import { type FakeRequest, type FakeResponse, html, json, notFound } from '../http/exchange.ts'
import { resizedPath } from '../responses/files.ts'
import { floorOf, type ResponseContext, thousands, typeName } from '../responses/forms.ts'
import { pricesOf } from '../responses/prices.ts'
import { attributesOf } from '../responses/product.ts'
import { coarse } from '../responses/standing.ts'
import { countOf } from '../world/figures.ts'
import { genreCode } from '../world/genres.ts'
import type { Market } from '../world/market.ts'
import { dateOf, dayOf, type MarketWork } from '../world/market-work.ts'
import { agePage, documentOf } from './document.ts'
import { escaped } from './escaped.ts'
import { asksForAge, isOnFloor, type PageUrl, parsePageUrl } from './page-url.ts'

/** `/{floor}/fsr/=/…`; with `ajax`, the same rows inside JSON. */
export function searchPage(request: FakeRequest): FakeResponse {
  const url = parsePageUrl(request)
  if (asksForAge(url.floor, request.cookies)) return html(agePage)
  const listed = search(request.context.market, url)
  if (!/\/fsr\/ajax\//.test(request.path)) return listPage(request, { title: '検索結果', listed })
  return json({ search_result: listOf(listed, request.context), page_info: pageInfo(listed) })
}

/** `/{floor}/new/=/year/2026/mon/11/day/20` */
export function releasesPage(request: FakeRequest): FakeResponse {
  const url = parsePageUrl(request)
  if (asksForAge(url.floor, request.cookies)) return html(agePage)
  const [year, month, day] = ['year', 'mon', 'day'].map((key) => url.keys.get(key) ?? '')
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const indexes = request.context.market.listings().byDay.get(dayOf(date))
  const works = pick(
    request.context.market,
    indexes,
    (work) => isOnFloor(work, url.floor) && work.state === 'sold',
  )
  return listPage(request, { title: `${date} の新着`, listed: { works, page: url.page, markup: 'releases' } })
}

/** `/{floor}/circle/profile/=/maker_id/RG….html` */
export function circleProfile(request: FakeRequest): FakeResponse {
  const { market } = request.context
  const url = parsePageUrl(request)
  if (asksForAge(url.floor, request.cookies)) return html(agePage)
  const indexes = market.listings().byMaker.get(url.keys.get('maker_id') ?? '')
  const [first] = pick(market, indexes, () => true)
  if (!first) return notFound()
  const works = pick(market, indexes, (work) => isOnFloor(work, url.floor) && isFound(work, url.keys))
  const before = `<strong class="prof_maker_name">${escaped(first.maker.name)}</strong>${seriesLinks(works, url.floor)}`
  return listPage(request, {
    title: first.maker.name,
    before,
    listed: { works, page: url.page, markup: 'circle' },
  })
}

function search(market: Market, { keys, floor, page }: PageUrl): Listed {
  const { bySeries, byName, all } = market.listings()
  const [series, creator] = [keys.get('title_id'), /^"(.*)"$/.exec(keys.get('keyword_creater') ?? '')?.[1]]
  // Starts with the narrowest list; the rest is tested for each work.
  const indexes =
    series !== undefined ? bySeries.get(series) : creator !== undefined ? byName.get(creator) : all
  const works = pick(market, indexes, (work) => isOnFloor(work, floor) && isFound(work, keys))
  return { works: ordered(works, keys.get('order')), page, markup: 'search' }
}

function pick(
  market: Market,
  indexes: readonly number[] = [],
  holds: (work: MarketWork) => boolean,
): MarketWork[] {
  return indexes.flatMap((index) => {
    const work = market.at(index)
    return work && holds(work) ? [work] : []
  })
}

function seriesLinks(works: readonly MarketWork[], floor: string): string {
  const bySeries = Map.groupBy(works, ({ series }) => series?.id)
  const links = [...bySeries].flatMap(([id, members]) => {
    const name = members[0]?.series?.name
    return id === undefined || name === undefined
      ? []
      : `<li><a href="/${floor}/fsr/=/title_id/${id}/order/title_d">「${escaped(name)}」シリーズ（${members.length}作品）</a></li>`
  })
  return `<div class="prof_work_series"><ul>${links.join('')}</ul></div>`
}

interface ListPage {
  readonly title: string
  readonly before?: string
  readonly listed: Listed
}

function listPage({ context, url }: FakeRequest, { title, before = '', listed }: ListPage): FakeResponse {
  const body = `${before}${listOf(listed, context)}\n${pagerOf(listed, url.pathname)}`
  return html(documentOf({ title, body }, context.locale))
}

const rowsPerPage = 30
/** Page size of a circle, unless the URL names one (ozonezone/dlsite-rs, src/client/circle/mod.rs). */
const circleRowsPerPage = 50

const pageSizeOf = ({ markup }: Listed) => (markup === 'circle' ? circleRowsPerPage : rowsPerPage)

interface Listed {
  readonly works: readonly MarketWork[]
  /** Page number from 1; later pages are empty. */
  readonly page: number
  /** Each type of page has rows of its own. */
  readonly markup: 'search' | 'releases' | 'circle'
}

/** Returns the list, or the block for an empty list. */
function listOf(listed: Listed, context: ResponseContext): string {
  const { works, page, markup } = listed
  const size = pageSizeOf(listed)
  const shown = works.slice((page - 1) * size, page * size)
  if (shown.length === 0) return '<div class="work_not_found"><p>該当する作品がありません。</p></div>'
  if (markup === 'releases') {
    const rows = shown.map((work) => releaseRowOf(work, context)).join('\n')
    return `<div id="new_worklist"><div class="work_block"><h2 class="work_subheading">新着作品</h2><table class="work_1col_table n_worklist">${rows}</table></div></div>`
  }
  if (markup === 'circle') {
    const rows = shown.map((work) => circleRowOf(work, context)).join('\n')
    const total = `<div class="page_total"><strong>${works.length}</strong>件中&nbsp;<strong>${(page - 1) * size + 1}</strong>～<strong>${(page - 1) * size + shown.length}</strong>件目</div>`
    return `${total}<div id="search_result_list"><table class="work_1col_table n_worklist">${rows}</table></div>`
  }
  return `<ul id="search_result_img_box" class="n_worklist">${shown.map((work) => rowOf(work, context)).join('\n')}</ul>`
}

function pageInfo({ works, page }: Listed) {
  const first = Math.min((page - 1) * rowsPerPage + 1, works.length)
  return { count: works.length, first_indice: first, last_indice: Math.min(page * rowsPerPage, works.length) }
}

/** The number of results, and links to the other pages. */
function pagerOf(listed: Listed, path: string): string {
  const { works, page, markup } = listed
  const last = Math.ceil(works.length / pageSizeOf(listed))
  const bare = path.replace(/\/page\/\d+\/?$/, '').replace(/\/$/, '')
  const links = Array.from({ length: last }, (_, at) => at + 1)
    .filter((number) => number !== page && Math.abs(number - page) < 5)
    .map((number) => `<li><a href="${bare}/page/${number}" data-value="${number}">${number}</a></li>`)
  // Only searches have the count in a script; a circle's page has it as text.
  const counts = markup === 'search'
  const state = JSON.stringify({ pager: { count: works.length, have_to_paginate: last > 1 } })
  return `<div class="global_pagination"><ul class="page_no"><li class="selected"><strong>${page}</strong></li>${last > 1 ? links.join('') : ''}</ul></div>
${counts ? `<script>window.searchState = ${state}</script>` : ''}`
}

function rowOf(work: MarketWork, context: ResponseContext): string {
  const { id, name, maker } = work
  const base = `http://${context.host}/${floorOf(work)}`
  const link = `${base}/work/=/product_id/${id}.html`
  const thumb = `//${context.host}/${resizedPath(work)}_240x240`
  return `<li data-list_item_product_id="${id}" data-rec-impression="true" class="search_result_img_box_inner">
<dl class="work_img_main"><dt class="search_img work_thumb"><div class="work_thumb_inner" data-vue-component="thumb-img-popup"><thumb-with-ng-filter-block link="${link}" :thumb-candidates="['${thumb}.webp','${thumb}.jpg']" alt="${escaped(`${name} [${maker.name}]`)}"></thumb-with-ng-filter-block></div></dt>
<dd class="work_category_free_sample"><div class="work_category type_SOU"><a href="${base}/fsr/=/work_type/SOU">${typeName(context.locale)}</a></div></dd>
<dd class="work_name"><div class="icon_wrap"></div><div class="multiline_truncate"><a href="${link}" title="${escaped(name)}">${escaped(name)}</a></div></dd>
<dd class="maker_name"><a href="${base}/circle/profile/=/maker_id/${maker.id}.html">${escaped(maker.name)}</a>${authorOf(work, base)}</dd>
<dd class="work_price_wrap">${priceOf(work)}</dd>
<dd class="work_genre">${ageMark(work)}</dd><input type="hidden" class="__product_attributes" name="__product_attributes" id="_${id}" value="${attributesOf(work)}" disabled="disabled">
<dd class="work_dl">販売数:&nbsp;<span class="_dl_count_${id}">${thousands(work.sales)}</span></dd>
${ratingOf(work, base)}
<dd class="work_deals work_labels">${dealsOf(work)}</dd></dl></li>`
}

/** A row of `/new/`, without an ID attribute (uda-cha/dlsite_rss, lib/dlsite_rss/scraper/voice_scraper.rb). */
function releaseRowOf(work: MarketWork, context: ResponseContext): string {
  return `<tr class="n_worklist_item"><td class="work_thumb"><div class="work_thumb_inner"><a href="${linkOf(work, context)}"><img data-src="//${context.host}/${resizedPath(work)}_240x240.jpg" alt=""></a></div></td>
<td><dl class="work_1col">${cellsOf(work, context)}</dl></td></tr>`
}

/** A row of a circle: an ID attribute, and the release date in a separate list (ozonezone/dlsite-rs). */
function circleRowOf(work: MarketWork, context: ResponseContext): string {
  const [year, month, day] = dateOf(work.releaseDay).split('-')
  return `<tr data-list_item_product_id="${work.id}"><td class="work_1col_thumb"></td><td><dl class="work_1col">${cellsOf(work, context)}</dl></td>
<td class="work_1col_right"><ul class="work_info_box"><li class="sales_date">販売日: ${year}年${month}月${day}日</li><li class="work_dl">販売数:&nbsp;<span class="_dl_count_${work.id}">${thousands(work.sales)}</span></li></ul></td></tr>`
}

const linkOf = (work: MarketWork, { host }: ResponseContext): string =>
  `http://${host}/${floorOf(work)}/work/=/product_id/${work.id}.html`

function cellsOf(work: MarketWork, context: ResponseContext): string {
  const base = `http://${context.host}/${floorOf(work)}`
  return `<dt class="work_name"><div class="icon_wrap">${ageMark(work)}</div><a href="${linkOf(work, context)}">${escaped(work.name)}</a></dt>
<dd class="maker_name"><a href="${base}/circle/profile/=/maker_id/${work.maker.id}.html">${escaped(work.maker.name)}</a>${authorOf(work, base)}</dd>
<dd class="work_price_wrap">${priceOf(work)}</dd>
<dd class="work_category type_SOU"><a href="${base}/fsr/=/work_type/SOU">${typeName(context.locale)}</a></dd>
<dd class="work_text">An invented work.</dd>`
}

/** Shows only the first voice actor, with `omit` if there are more. */
function authorOf({ voices }: MarketWork, base: string): string {
  const [first] = voices
  if (!first) return ''
  const search = encodeURIComponent(`"${first.name}"`)
  const cut = voices.length > 1 ? 'omit' : ''
  return `<span class="separator">/</span><span class="author"><a href="${base}/fsr/=/keyword_creater/${search}/ana_flg/all" class="${cut}">${escaped(first.name)}</a></span>`
}

/** If the price is reduced, the list price is shown struck through. */
function priceOf(work: MarketWork): string {
  const { price, official } = pricesOf(work)
  const parts = (yen: number) =>
    `<span class="work_price_parts"><span class="work_price_prefix"></span><span class="work_price_base">${thousands(yen)}</span><span class="work_price_suffix">円</span></span>`
  const struck = work.discountRate > 0 ? `<span class="strike  ">${parts(official)}</span>` : ''
  return `<span class="work_price  ">${parts(price)}</span>${struck}`
}

/** R18 works have no mark, and some others lack it too, so a missing mark does not mean R18. */
function ageMark({ age, index }: MarketWork): string {
  if (age === 3 || index % 4 === 2) return ''
  return age === 1
    ? '<span class="icon_GEN" title="全年齢">全年齢</span>'
    : '<span class="icon_R15" title="R-15">R-15</span>'
}

function ratingOf(work: MarketWork, base: string): string {
  const count = countOf(work.ratings)
  const stars =
    count === 0 ? '' : `<div class="star_rating star_${coarse(work)} mini">(${thousands(count)})</div>`
  const reviews =
    work.reviewCount === 0
      ? ''
      : `<div class="work_review"><div title="レビューあり"><a href="${base}/work/reviewlist/=/product_id/${work.id}.html">(${thousands(work.reviewCount)})</a></div></div>`
  return `<dd class="work_rating">${stars}${reviews}</dd>`
}

function dealsOf({ discountRate, listPrice }: MarketWork): string {
  if (listPrice === 0) return '<span class="icon_lead_01 type_free">無料</span>'
  return discountRate > 0 ? `<span class="icon_lead_01 type_sale">${discountRate}%OFF</span>` : ''
}

type Keys = ReadonlyMap<string, string>

/** Returns whether the keys of the path match a work. */
function isFound(work: MarketWork, keys: Keys): boolean {
  return (
    isInState(work, keys.get('ana_flg')) &&
    tests.every(([key, holds]) => {
      const value = keys.get(key)
      return value === undefined || holds(work, value)
    })
  )
}

/** Unreleased works appear only on request, delisted ones never. */
function isInState({ state }: MarketWork, flag: string | undefined): boolean {
  if (state === 'delisted') return false
  if (flag === 'all') return true
  if (flag === 'on') return state === 'announced'
  return flag === 'reserve' ? state === 'reserved' : state === 'sold'
}

const tests: readonly (readonly [string, (work: MarketWork, value: string) => boolean])[] = [
  ['title_id', ({ series }, id) => series?.id === id],
  ['keyword_creater', (work, name) => peopleOf(work).some((person) => matches(person, name))],
  ['keyword_maker_name', ({ maker }, name) => matches(maker.name, name)],
  ['keyword', ({ name }, text) => name.includes(text)],
  ['maker_id', ({ maker }, id) => maker.id === id],
  ['work_type', (_, type) => type === 'SOU'],
  ['work_type_category', (_, category) => category === 'audio'],
  ['work_category', ({ isBook }, category) => category === (isBook ? 'books' : 'doujin')],
  ['age_category', ({ age }, name) => ['general', 'r15', 'adult'][age - 1] === name],
  ['genre', ({ genres }, code) => genres.some((genre) => genreCode(genre) === code.padStart(3, '0'))],
  ['options', ({ options }, option) => options.includes(option)],
  ['options_not', ({ options }, option) => !options.includes(option)],
  ['is_free', ({ listPrice }, flag) => (listPrice === 0) === (flag === '1')],
  ['price_low', (work, yen) => pricesOf(work).price >= Number(yen)],
  ['price_high', (work, yen) => pricesOf(work).price <= Number(yen)],
  ['regist_date_start', ({ releaseDay }, date) => releaseDay >= dayOf(date)],
  ['regist_date_end', ({ releaseDay }, date) => releaseDay <= dayOf(date)],
]

const peopleOf = ({ voices, illustrators, writers, musicians }: MarketWork): string[] =>
  [...voices, ...illustrators, ...writers, ...musicians].map(({ name }) => name)

/** Quotes require the whole name to match. */
function matches(name: string, requested: string): boolean {
  const exact = /^"(.*)"$/.exec(requested)?.[1]
  return exact === undefined ? name.includes(requested) : name === exact
}

/** Sorts by the key of the path; newest first if it is unknown. `works` is sorted newest first. */
function ordered(works: readonly MarketWork[], order: string | undefined): readonly MarketWork[] {
  const by = orders[order ?? '']
  return by ? works.toSorted(by) : works
}

const orders: Readonly<Record<string, (a: MarketWork, b: MarketWork) => number>> = {
  release: (a, b) => a.releaseDay - b.releaseDay || a.index - b.index,
  dl_d: (a, b) => b.sales - a.sales || a.index - b.index,
  dl: (a, b) => a.sales - b.sales || a.index - b.index,
  price: (a, b) => pricesOf(a).price - pricesOf(b).price || a.index - b.index,
  price_d: (a, b) => pricesOf(b).price - pricesOf(a).price || a.index - b.index,
  review_d: (a, b) => b.reviewCount - a.reviewCount || a.index - b.index,
}
