/**
 * All outbound HTTP requests go through this module. Requests to private addresses are rejected unless the host is explicitly
 * allowed. Names are checked again when the connection is made, so DNS rebinding gains nothing.
 */
import { type LookupAddress, lookup as lookUpHost } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { OutboundDestination } from '@koedana/contract/destinations.ts'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { isPublic } from './addresses.rules.ts'
import { OutboundError, outboundErrorOf } from './outbound-error.ts'

export interface Outbound {
  /** Throws an `OutboundError` if no complete response arrived. Any HTTP status is a response. */
  readonly get: (url: string, request: OutboundRequest) => Promise<OutboundResponse>
  /** Like `get`, with a method and a body. Requests are never retried. */
  readonly send: (url: string, request: OutboundRequest & OutboundMessage) => Promise<OutboundResponse>
  /**
   * Resolves when status and headers have arrived. The caller must read or destroy the body. Errors of the body are those of the
   * network library (`outboundErrorOf` translates them).
   */
  readonly stream: (url: string, request: StreamRequest) => Promise<OutboundStream>
  readonly close: () => Promise<void>
}

export interface OutboundRequest extends Route {
  /** Time limit for the whole request, including redirects. */
  readonly timeoutMs: number
  /** Limit of the body after decompression. */
  readonly maxBytes: number
}

export interface StreamRequest extends Route {
  /** Maximum wait for the headers, and for more of the body while the reader requests it. */
  readonly idleMs: number
}

export interface OutboundMessage {
  readonly method: 'GET' | 'PROPFIND' | 'POST'
  readonly body?: string
}

interface Route {
  /** The contacted destination. Administrators see each one at /admin/destinations. */
  readonly destination: OutboundDestination
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum number of redirects, 3 by default. `given` returns a redirect like any other response. */
  readonly redirects?: number | 'given'
  readonly signal?: AbortSignal | undefined
  /** `http://name:password@host:port` or `socks5:`; null connects directly. */
  readonly proxyUrl: string | null
  /** Hosts that may have private addresses. */
  readonly allowedHosts: readonly string[]
}

export interface OutboundResponse extends ResponseHead {
  readonly body: Buffer
}

export interface OutboundStream extends ResponseHead {
  readonly body: Readable
}

interface ResponseHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The final URL, after redirects. */
  readonly url: string
}

export interface OutboundOptions {
  readonly userAgent: string
  /** Defaults to the system's resolver. */
  readonly lookup?: LookupFunction
}

export function createOutbound({ userAgent, lookup = lookUpHost }: OutboundOptions): Outbound {
  const routes = createConnectionPools(lookup)
  /** Runs a request until `limit` or the caller's signal aborts it, and translates its errors. */
  const runRequest = async <T>(
    { limit, ...given }: Route & RequestLimits & { readonly limit?: AbortSignal },
    act: (hop: Hop) => Promise<T>,
  ): Promise<T> => {
    const request = { ...given, allowedHosts: given.allowedHosts.map((host) => host.toLowerCase()) }
    const signal = AbortSignal.any([limit, request.signal].filter((one) => one !== undefined))
    try {
      const client = await import('undici')
      const dispatcher = routes.of(request, client)
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip', ...request.headers }
      return await act({ ...request, headers, signal, dispatcher, client, lookup })
    } catch (error) {
      if (request.signal?.aborted) throw new OutboundError('stopped')
      if (limit?.aborted) throw new OutboundError('timedOut')
      throw outboundErrorOf(error, request.proxyUrl !== null)
    }
  }
  const send = (url: string, { timeoutMs, maxBytes, ...request }: OutboundRequest & OutboundMessage) =>
    runRequest(
      { ...request, limit: AbortSignal.timeout(timeoutMs) },
      async (hop): Promise<OutboundResponse> => {
        const { body, ...rest } = await follow(url, hop)
        return { ...rest, body: await readAll(body, maxBytes) }
      },
    )
  return {
    get: (url, request) => send(url, { ...request, method: 'GET' }),
    send,
    stream: (url, request) => runRequest({ ...request, method: 'GET' }, (hop) => follow(url, hop)),
    close: routes.close,
  }
}

interface RequestLimits extends OutboundMessage {
  readonly idleMs?: number
}

/** Imported with the first request: the module takes 28 MiB, and most servers make no request for hours. */
type UndiciModule = typeof import('undici')

/** More than the proxies and storages of any server. */
const maxRoutes = 50

/** Connection pools are kept per proxy and allowed hosts, because these decide which addresses may be connected to. */
function createConnectionPools(lookup: LookupFunction) {
  const kept = new LRUCache<string, Dispatcher>({
    max: maxRoutes,
    dispose: (dispatcher) => void dispatcher.close().catch(() => undefined),
  })
  return {
    of: ({ proxyUrl, allowedHosts }: Route, client: UndiciModule): Dispatcher => {
      const name = JSON.stringify([proxyUrl, allowedHosts])
      const dispatcher =
        kept.get(name) ??
        (proxyUrl
          ? proxyAgent(proxyUrl, client)
          : new client.Agent({ allowH2: false, connect: { lookup: guardLookup(lookup, allowedHosts) } }))
      if (!kept.has(name)) kept.set(name, dispatcher)
      return dispatcher
    },
    close: async () => {
      await Promise.all([...kept.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

/** Both kinds of proxy receive the host name and resolve it themselves, also for `socks5:` (what curl calls `socks5h:`). */
const proxyAgent = (proxyUrl: string, { ProxyAgent, Socks5ProxyAgent }: UndiciModule): Dispatcher =>
  /^socks5h?:/.test(proxyUrl)
    ? new Socks5ProxyAgent(proxyUrl.replace(/^socks5h:/, 'socks5:'), { connectTimeout: proxyConnectMs })
    : new ProxyAgent({ uri: proxyUrl, allowH2: false })

const proxyConnectMs = 10_000

interface Hop extends Route, RequestLimits {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly dispatcher: Dispatcher
  readonly client: UndiciModule
  readonly lookup: LookupFunction
}

async function follow(start: string, hop: Hop): Promise<OutboundStream> {
  let url = await assertAllowedUrl(start, hop)
  let { headers, method, body } = hop
  const { signal, dispatcher, client, idleMs } = hop
  const idle = idleMs === undefined ? {} : { headersTimeout: idleMs, bodyTimeout: idleMs }
  const { redirects = 3 } = hop
  for (let left = redirects === 'given' ? 0 : redirects; ; left -= 1) {
    const sent = body === undefined ? { method } : { method, body }
    const response = await client.request(url, { ...sent, ...idle, headers, signal, dispatcher })
    const target = redirectOf(response.statusCode, response.headers.location)
    if (target === undefined || redirects === 'given') return toStream(url, response)
    await response.body.dump({ limit: 65_536 })
    if (left === 0) throw new OutboundError('tooManyRedirects')
    const next = await assertAllowedUrl(target, hop, url)
    if (next.origin !== url.origin) headers = withoutCookies(headers)
    if (response.statusCode === 303) [method, body] = ['GET', undefined]
    url = next
  }
}

/** Validates a URL before a request. Throws an `OutboundError` for forbidden ones. The resolver checks names again at connection time. */
async function assertAllowedUrl(target: string, hop: Hop, from?: URL): Promise<URL> {
  if (!URL.canParse(target, from?.href)) throw new OutboundError('addressRefused')
  const url = new URL(target, from?.href)
  const isDowngrade = from?.protocol === 'https:' && url.protocol === 'http:'
  if (isDowngrade || !/^https?:$/.test(url.protocol)) throw new OutboundError('addressRefused')
  if (url.username !== '' || url.password !== '') throw new OutboundError('addressRefused')
  const host = hostOf(url)
  if (hop.allowedHosts.includes(host)) return url
  if (isIP(host) !== 0 && !isPublic(host)) throw new OutboundError('privateAddress')
  // A proxy resolves the name itself, so the local resolution is the best available check.
  if (hop.proxyUrl !== null) await rejectPrivateName(hop.lookup, host)
  return url
}

function redirectOf(status: number, location: string | string[] | undefined): string | undefined {
  const target = typeof location === 'string' ? location : location?.[0]
  return [301, 302, 303, 307, 308].includes(status) ? target : undefined
}

const withoutCookies = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(cookie|authorization)$/i.test(name)))

function toStream(url: URL, response: Dispatcher.ResponseData): OutboundStream {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  const body = decompress(response.body, headers['content-encoding'])
  return { status: response.statusCode, headers, url: url.href, body }
}

function decompress(body: Readable, encoding = 'identity'): Readable {
  if (/^identity$/i.test(encoding)) return body
  if (/^(x-)?gzip$/i.test(encoding)) {
    const plain = createGunzip()
    body.on('error', (error) => plain.destroy(error))
    plain.on('close', () => body.destroy())
    return body.pipe(plain)
  }
  body.on('error', () => undefined).destroy()
  throw new OutboundError('encodingUnknown')
}

async function readAll(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new OutboundError('answerTooLarge')
  }
  return Buffer.concat(chunks)
}

/** Returns the host in lower case, without IPv6 brackets and without a trailing dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()

/** One private address among several rejects them all, because the library chooses which one to try. */
const guardLookup =
  (lookup: LookupFunction, allowedHosts: readonly string[]): LookupFunction =>
  (host, options, callback) => {
    const isAllowed = allowedHosts.includes(host.replace(/\.$/, '').toLowerCase())
    lookup(host, options, (error, found, family) => {
      if (error || isAllowed || addressesOf(found).every(isPublic)) callback(error, found, family)
      else callback(new OutboundError('privateAddress'), '', 0)
    })
  }

/** Rejects if the local resolver maps the name to a private address. Names that are unknown or slow to resolve pass. */
const rejectPrivateName = (lookup: LookupFunction, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, maxLookupMs).unref()
    lookup(host, { all: true }, (error, found) => {
      if (error || addressesOf(found).every(isPublic)) resolve()
      else reject(new OutboundError('privateAddress'))
    })
  })

/** If a proxy is needed, resolvers often do not respond at all. */
const maxLookupMs = 1_000

const addressesOf = (found: string | readonly LookupAddress[]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address)
