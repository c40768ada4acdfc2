/** Takes a request, notes it, answers it, well or ill. */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Market } from '../world/market.ts'
import { decoded } from './decoded.ts'
import type { FaultJudge } from './faults.ts'
import { give } from './give.ts'
import { localeOf } from './locale.ts'
import type { FakeRequest } from './request.ts'
import type { RequestLog } from './request-log.ts'
import { createRoutes } from './routes.ts'

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

/** Encoded brackets and quotes are as good as plain ones. */
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
