/** Handles and records requests, including faults. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { circleProfile, releasesPage, searchPage } from '../pages/lists.ts'
import { respondWorkPage } from '../pages/work-page.ts'
import { createPictures } from '../pictures/pictures.ts'
import { numbersRecord } from '../responses/numbers.ts'
import { productRecord } from '../responses/product.ts'
import type { MarketLocale } from '../world/genres.ts'
import type { Market } from '../world/market.ts'
import { canonical } from '../world/numbering.ts'
import { decoded, type FakeRequest, type FakeResponse, html, json, notFound } from './exchange.ts'
import type { Fault, FaultJudge, FaultKind } from './faults.ts'
import type { RequestLog, RouteName } from './request-log.ts'

export interface Serving {
  readonly market: Market
  readonly log: RequestLog
  readonly judge: FaultJudge
  readonly compresses: boolean
}

export function createListener({ market, log, judge, compresses }: Serving): RequestListener {
  const choose = createRoutes()
  return async (request, response) => {
    const parsed = readRequest(request, market)
    const { name, respond } = choose(parsed)
    const path = request.url ?? '/'
    const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = request.headers
    const arrival = log.arrive({ route: name, path, userAgent, acceptLanguage })
    response.once('close', arrival.left)
    const fault = judge({ route: name, path, at: arrival.at })
    const takesGzip = compresses && String(request.headers['accept-encoding'] ?? '').includes('gzip')
    await give(response, { respond, fault, takesGzip, onStatus: arrival.onStatus })
  }
}

/** Encoded brackets and quotes are equal to plain ones. */
function readRequest(request: IncomingMessage, market: Market): FakeRequest {
  const host = request.headers.host ?? '127.0.0.1'
  const url = URL.parse(request.url ?? '/', `http://${host}`) ?? new URL('http://127.0.0.1/')
  const cookies = request.headers.cookie ?? ''
  return {
    url,
    path: decoded(url.pathname),
    cookies,
    context: { market, host, locale: localeOf(url, cookies) },
  }
}

export interface Giving {
  readonly respond: () => FakeResponse | Promise<FakeResponse>
  readonly fault: Fault | undefined
  readonly takesGzip: boolean
  /** Called with the status as soon as it is sent. */
  readonly onStatus: (status: number) => void
}

/** Resolves when the response is complete. */
async function give(
  response: ServerResponse,
  { respond, fault, onStatus, takesGzip }: Giving,
): Promise<void> {
  if (fault?.kind === 'drop') {
    response.destroy()
    return
  }
  if (fault?.kind === 'hang') await wait(fault.milliseconds ?? 12_000, undefined, { ref: false })
  const meant = fault ? spoilt(fault, await respond()) : await respond()
  if (response.destroyed) return
  const given = takesGzip ? zipped(meant) : meant
  const bytes = Buffer.from(given.body)
  onStatus(given.status)
  if (fault?.kind === 'cut') return breakOff(response, given, bytes)
  response.writeHead(given.status, { ...given.headers, 'content-length': bytes.length })
  response.end(bytes)
}

/** Pictures are already compressed, and short texts are not worth it. */
function zipped(respond: FakeResponse): FakeResponse {
  if (typeof respond.body !== 'string' || respond.body.length < 1000) return respond
  const headers = { ...respond.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  return { ...respond, headers, body: gzipSync(respond.body, { level: 1 }) }
}

/** Announces the whole body, and sends half. */
function breakOff(response: ServerResponse, { status, headers }: FakeResponse, bytes: Buffer): void {
  response.writeHead(status, { ...headers, 'content-length': Math.max(bytes.length, 2) })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}

function spoilt(fault: Fault, respond: FakeResponse): FakeResponse {
  if (fault.kind === 'page') return html(apology)
  if (fault.kind === 'empty') return { ...respond, body: '' }
  if (fault.kind === 'garbled') return { ...respond, body: '[{"workno":"RJ0' }
  const refusal = refusals[fault.kind]
  if (refusal === undefined) return respond
  const { status, headers, body } = html(apology, refusal)
  const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  return { status, headers: { ...headers, ...retry }, body }
}

const refusals: Partial<Record<FaultKind, number>> = {
  tooMany: 429,
  unavailable: 503,
  error: 500,
  missing: 404,
  forbidden: 403,
}

const apology =
  '<!DOCTYPE html><html lang="ja"><head><title>メンテナンス中</title></head><body><p>ただいま混み合っております。</p></body></html>'

/** The response that a route chose. */
export interface Chosen {
  readonly name: RouteName
  readonly respond: () => FakeResponse | Promise<FakeResponse>
}

type Route = readonly [
  RouteName,
  RegExp,
  (request: FakeRequest, match: RegExpExecArray) => FakeResponse | Promise<FakeResponse>,
]

function createRoutes(): (request: FakeRequest) => Chosen {
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

/** Returns the record of one ID in any case and padding; an empty list if it is unknown. */
function respondProduct({ url, context }: FakeRequest): FakeResponse {
  const id = canonical(url.searchParams.get('workno') ?? '')
  const work = id === undefined ? undefined : context.market.find(id)
  return json(work && work.state !== 'delisted' ? [productRecord(work, context)] : [])
}

/** Returns the numbers of known IDs. PHP encodes an empty map as a list. */
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

/** Language of a response: the query, then the cookie, then Japanese. */
const locales: Readonly<Record<string, MarketLocale>> = {
  ja_jp: 'ja_JP',
  en_us: 'en_US',
  zh_cn: 'zh_CN',
  zh_tw: 'zh_TW',
  ko_kr: 'ko_KR',
}

function localeOf(url: URL, cookies: string): MarketLocale {
  const cookie = /(?:^|;\s*)locale=([\w-]+)/.exec(cookies)?.[1]
  const requested = url.searchParams.get('locale') ?? cookie ?? ''
  return locales[requested.toLowerCase().replace('-', '_')] ?? 'ja_JP'
}
