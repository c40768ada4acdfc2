/** Counts requests and serves the metrics: at `/metrics` with a token, or on a separate port. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import type { EndedRequest, Metrics } from '../lib/metrics.ts'
import type { ResponseCache } from './response-cache.ts'

export interface MetricsSources {
  readonly metrics: Metrics
  /** Serves the metrics at `/metrics`. Without it, the route does not exist. */
  readonly token?: string | undefined
}

export const metricsPath = '/metrics'

/** Register this before hooks that may reject a request. */
export function countRequests(app: FastifyInstance, { metrics, token }: MetricsSources): void {
  app.addHook('onRequest', (request, reply, done) => {
    const before = bytesWrittenOn(request)
    metrics.requestBegan()
    // `close` is also emitted if the caller disconnects early.
    reply.raw.once('close', () =>
      metrics.requestEnded(endedOf(request, reply, bytesWrittenOn(request) - before)),
    )
    done()
  })
  if (token === undefined) return
  app.get(metricsPath, async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) throw new AppError('unauthenticated')
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

/** Responses on one connection are sequential, so the difference is the size of this response. */
const bytesWrittenOn = ({ raw }: FastifyRequest): number => raw.socket.bytesWritten || 0

function endedOf(request: FastifyRequest, reply: FastifyReply, written: number): EndedRequest {
  const { raw, elapsedTime } = reply
  const ended = {
    method: request.method,
    route: request.is404 ? undefined : request.routeOptions.url,
    status: raw.statusCode,
    seconds: elapsedTime / 1_000,
  }
  const delivery = deliveryOf(raw.statusCode, (name) => raw.getHeader(name))
  return delivery ? { ...ended, media: { delivery, bytes: delivery === 'server' ? written : 0 } } : ended
}

type HeaderOf = (name: string) => unknown

function deliveryOf(status: number, headerOf: HeaderOf): 'server' | 'redirect' | 'proxy' | undefined {
  if (status === 307) return 'redirect'
  if (headerOf('x-accel-redirect') !== undefined) return 'proxy'
  const isMedia = /^(audio|video)\//.test(String(headerOf('content-type')))
  return isMedia && (status === 200 || status === 206) ? 'server' : undefined
}

function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

/** Returns the cache with metrics of its size and hit rate. */
export function observeCache(cache: ResponseCache, metrics: Metrics): ResponseCache {
  metrics.observe({
    name: 'koedana_cache_bytes',
    help: 'Size of the caches.',
    labels: ['cache'],
    read: () => [{ labels: { cache: 'answers' }, value: cache.bytes() }],
  })
  return {
    ...cache,
    recall: (text, version) => {
      const found = cache.recall(text, version)
      metrics.responseLookedUp(found !== undefined)
      return found
    },
  }
}

export interface MetricsPort {
  readonly host: string
  readonly port: number
  readonly token?: string | undefined
}

/** Rejects if the port is unavailable. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port, token }: MetricsPort,
): Promise<{ readonly port: number; readonly end: () => Promise<void> }> {
  const server = createServer(async ({ url = '', headers }, response) => {
    const isMetricsPath = url.split('?', 1)[0] === metricsPath
    const isAuthorized = token === undefined || isToken(headers.authorization, token)
    const status = !isMetricsPath ? 404 : isAuthorized ? 200 : 401
    const body = status === 200 ? await metrics.text().catch(() => undefined) : ''
    response
      .writeHead(body === undefined ? 500 : status, {
        'content-type': metrics.contentType,
        'cache-control': 'no-store',
      })
      .end(body)
  })
  server.maxConnections = 100
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
