/** Routes lead from an address to a response. */
import { numbersRecord } from '../answers/numbers.ts'
import { productRecord } from '../answers/product.ts'
import { circleProfile, releasesPage, searchPage } from '../pages/lists.ts'
import { respondWorkPage } from '../pages/work-page.ts'
import { createPictures } from '../pictures/pictures.ts'
import { canonical } from '../world/numbering.ts'
import type { FakeRequest } from './request.ts'
import type { RouteName } from './request-log.ts'
import { type FakeResponse, html, json, notFound } from './response.ts'

export interface Chosen {
  readonly name: RouteName
  readonly respond: () => FakeResponse | Promise<FakeResponse>
}

type Route = readonly [
  RouteName,
  RegExp,
  (request: FakeRequest, match: RegExpExecArray) => FakeResponse | Promise<FakeResponse>,
]

export function createRoutes(): (request: FakeRequest) => Chosen {
  const routes: readonly Route[] = [
    ['product', /^\/[a-z-]+\/api\/=\/product\.json$/, respondProduct],
    ['numbers', /^\/[a-z-]+\/product\/info\/ajax$/, numbersOf],
    ['image', /^\/(?:modpub\/images2|resize|images)\//, createPictures()],
    ['page', /^\/([a-z-]+)\/(work|announce)\/=\/product_id\/([A-Z]{2}\d+)\.html\/?$/, respondWorkPage],
    ['list', /^\/[a-z-]+\/fsr\/(?:ajax\/)?=\//, searchPage],
    ['list', /^\/[a-z-]+\/new\/=\//, releasesPage],
    ['list', /^\/[a-z-]+\/circle\/profile\/=\//, circleProfile],
    ['robots', /^\/robots\.txt$/, robotsPage],
  ]
  return (request) => {
    for (const [name, pattern, respond] of routes) {
      const match = pattern.exec(request.path)
      if (match) return { name, respond: () => respond(request, match) }
    }
    return { name: 'other', respond: notFound }
  }
}

/** One id, in any case and padding; whatever else is an empty list. */
function respondProduct({ url, context }: FakeRequest): FakeResponse {
  const id = canonical(url.searchParams.get('workno') ?? '')
  const work = id === undefined ? undefined : context.market.find(id)
  return json(work && work.state !== 'delisted' ? [productRecord(work, context)] : [])
}

/** Only exact ids, and only those known; PHP makes a list of nothing. */
function numbersOf({ url, context }: FakeRequest): FakeResponse {
  const ids = (url.searchParams.get('product_id') ?? '').split(',')
  const works = ids.flatMap((id) => context.market.find(id) ?? [])
  return json(
    works.length === 0
      ? []
      : Object.fromEntries(works.map((work) => [work.id, numbersRecord(work, context)])),
  )
}

function robotsPage(): FakeResponse {
  const lines = [
    'User-agent: *',
    'Crawl-delay: 10',
    'Disallow: */mypage',
    'Disallow: */cart',
    'Disallow: /*/search/result',
    'Disallow: /*/author/list/',
    'Disallow: /*/fsr/=/*/per_page/*/page/',
    'Allow: /*/fsr/=/*/per_page/*/page/1$',
    'Disallow: /*/adultcheck/',
  ]
  return { ...html(`${lines.join('\n')}\n`), headers: { 'content-type': 'text/plain; charset=UTF-8' } }
}
