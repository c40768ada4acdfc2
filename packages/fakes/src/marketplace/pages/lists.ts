/** Pages of rows: searches, releases of a day, the page of a circle. */

import { type FakeRequest, type FakeResponse, html, json, notFound } from '../http/exchange.ts'
import type { Market } from '../world/market.ts'
import { dayOf, type MarketWork } from '../world/market-work.ts'
import { agePage, documentOf } from './document.ts'
import { escaped } from './escaped.ts'
import { asksForAge, isOnFloor, type PagePlace, placeOf } from './page-place.ts'
import { isFound, type Listed, listOf, ordered, pageInfo, pagerOf } from './rows.ts'

/** `/{floor}/fsr/=/…`, and with `ajax` the same rows inside JSON. */
export function searchPage(request: FakeRequest): FakeResponse {
  const place = placeOf(request)
  if (asksForAge(place.floor, request.cookies)) return html(agePage)
  const listed = search(request.context.market, place)
  if (!/\/fsr\/ajax\//.test(request.path)) return listPage(request, { title: '検索結果', listed })
  return json({ search_result: listOf(listed, request.context), page_info: pageInfo(listed) })
}

/** `/{floor}/new/=/year/2026/mon/11/day/20` */
export function releasesPage(request: FakeRequest): FakeResponse {
  const place = placeOf(request)
  if (asksForAge(place.floor, request.cookies)) return html(agePage)
  const [year, month, day] = ['year', 'mon', 'day'].map((key) => place.keys.get(key) ?? '')
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const indexes = request.context.market.listings().byDay.get(dayOf(date))
  const works = pick(
    request.context.market,
    indexes,
    (work) => isOnFloor(work, place.floor) && work.state === 'sold',
  )
  return listPage(request, { title: `${date} の新着`, listed: { works, page: place.page } })
}

/** `/{floor}/circle/profile/=/maker_id/RG….html` */
export function circleProfile(request: FakeRequest): FakeResponse {
  const { market } = request.context
  const place = placeOf(request)
  if (asksForAge(place.floor, request.cookies)) return html(agePage)
  const indexes = market.listings().byMaker.get(place.keys.get('maker_id') ?? '')
  const [first] = pick(market, indexes, () => true)
  if (!first) return notFound()
  const works = pick(market, indexes, (work) => isOnFloor(work, place.floor) && isFound(work, place.keys))
  const before = `<strong class="prof_maker_name">${escaped(first.maker.name)}</strong>${seriesLinks(works, place.floor)}`
  return listPage(request, { title: first.maker.name, before, listed: { works, page: place.page } })
}

function search(market: Market, { keys, floor, page }: PagePlace): Listed {
  const { bySeries, byName, all } = market.listings()
  const [series, creator] = [keys.get('title_id'), /^"(.*)"$/.exec(keys.get('keyword_creater') ?? '')?.[1]]
  // The narrowest list that is at hand; the rest is tested on each work.
  const indexes =
    series !== undefined ? bySeries.get(series) : creator !== undefined ? byName.get(creator) : all
  const works = pick(market, indexes, (work) => isOnFloor(work, floor) && isFound(work, keys))
  return { works: ordered(works, keys.get('order')), page }
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
