/**
 * The only way out to the network. Nothing private is ever spoken to unless it was allowed by name: what a name means
 * is looked at when the connection is made, so that a name which means something else by then gains nothing.
 * Looks names up for new connections, and refuses those that mean a private address.
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
  /** Throws an `OutboundError` if no whole response came; any status is a response. */
  readonly get: (url: string, request: OutboundRequest) => Promise<Received>
  /** Sends as `get` does, by another method: nothing is sent twice, a redirect is followed only where that was said. */
  readonly send: (url: string, request: OutboundRequest & Sent) => Promise<Received>
  /**
   * Resolves once status and headers are there. The body comes as fast as it is read, and has to be read or destroyed.
   * Its errors are those of the network library (`outboundErrorOf` translates them).
   */
  readonly stream: (url: string, request: StreamRequest) => Promise<ReceivedStream>
  readonly close: () => Promise<void>
}

export interface OutboundRequest extends Route {
  /** The limit of everything together, redirects included. */
  readonly timeoutMs: number
  /** The limit of the body as it is read, not as it is sent. */
  readonly maxBytes: number
}

export interface StreamRequest extends Route {
  /** The longest wait for the headers, and for more of the body while somebody wants more of it. */
  readonly idleMs: number
}

export interface Sent {
  readonly method: 'GET' | 'PROPFIND' | 'POST'
  readonly body?: string
}

interface Route {
  /** What is contacted: administrators see each destination at /admin/destinations. */
  readonly destination: OutboundDestination
  readonly headers?: Readonly<Record<string, string>>
  /** How many are followed; 3 without it. `given`: one is a response like any other. */
  readonly redirects?: number | 'given'
  readonly signal?: AbortSignal | undefined
  /** `http://name:password@host:port`, or `socks5:`; null connects directly. */
  readonly proxyUrl: string | null
  /** Hosts that may have private addresses. */
  readonly allowedHosts: readonly string[]
}

export interface Received extends ResponseHead {
  readonly body: Buffer
}

export interface ReceivedStream extends ResponseHead {
  readonly body: Readable
}

interface ResponseHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The address that the response came from in the end. */
  readonly url: string
}

export interface OutboundOptions {
  readonly userAgent: string
  /** The system's resolver without it. */
  readonly lookup?: LookupFunction
}

export function createOutbound({ userAgent, lookup = lookUpHost }: OutboundOptions): Outbound {
  const routes = keepRoutes(lookup)
  /** Sends the request of an admitted caller; `limit` ends it, and so does the caller's signal. */
  const reach = async <T>(
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
  const send = (url: string, { timeoutMs, maxBytes, ...request }: OutboundRequest & Sent) =>
    reach({ ...request, limit: AbortSignal.timeout(timeoutMs) }, async (hop): Promise<Received> => {
      const { body, ...rest } = await follow(url, hop)
      return { ...rest, body: await readAll(body, maxBytes) }
    })
  return {
    get: (url, request) => send(url, { ...request, method: 'GET' }),
    send,
    stream: (url, request) => reach({ ...request, method: 'GET' }, (hop) => follow(url, hop)),
    close: routes.close,
  }
}

interface RequestLimits extends Sent {
  readonly idleMs?: number
}

/** Loaded with the first call: it takes 28 MiB, and most servers call nobody for hours. */
type Client = typeof import('undici')

/** More than proxies and storages that anybody has. */
const mostRoutes = 50

/** Connections are kept by proxy and allowed hosts, since these decide what may be connected to. */
function keepRoutes(lookup: LookupFunction) {
  const kept = new LRUCache<string, Dispatcher>({
    max: mostRoutes,
    dispose: (dispatcher) => void dispatcher.close().catch(() => undefined),
  })
  return {
    of: ({ proxyUrl, allowedHosts }: Route, client: Client): Dispatcher => {
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

/** Both kinds of proxy are given the name and look it up themselves, also for `socks5:`, which is `socks5h:` for curl. */
const proxyAgent = (proxyUrl: string, { ProxyAgent, Socks5ProxyAgent }: Client): Dispatcher =>
  /^socks5h?:/.test(proxyUrl)
    ? new Socks5ProxyAgent(proxyUrl.replace(/^socks5h:/, 'socks5:'), { connectTimeout: proxyConnectMs })
    : new ProxyAgent({ uri: proxyUrl, allowH2: false })

const proxyConnectMs = 10_000

interface Hop extends Route, RequestLimits {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly dispatcher: Dispatcher
  readonly client: Client
  readonly lookup: LookupFunction
}

async function follow(start: string, hop: Hop): Promise<ReceivedStream> {
  let url = await admit(start, hop)
  let { headers, method, body } = hop
  const { signal, dispatcher, client, idleMs } = hop
  const idle = idleMs === undefined ? {} : { headersTimeout: idleMs, bodyTimeout: idleMs }
  const { redirects = 3 } = hop
  for (let left = redirects === 'given' ? 0 : redirects; ; left -= 1) {
    const sent = body === undefined ? { method } : { method, body }
    const response = await client.request(url, { ...sent, ...idle, headers, signal, dispatcher })
    const target = redirectOf(response.statusCode, response.headers.location)
    if (target === undefined || redirects === 'given') return receive(url, response)
    await response.body.dump({ limit: 65_536 })
    if (left === 0) throw new OutboundError('tooManyRedirects')
    const next = await admit(target, hop, url)
    if (next.origin !== url.origin) headers = withoutCookies(headers)
    if (response.statusCode === 303) [method, body] = ['GET', undefined]
    url = next
  }
}

/** Throws for what is not to be spoken to. Names are looked at again when the connection is made. */
async function admit(target: string, hop: Hop, from?: URL): Promise<URL> {
  if (!URL.canParse(target, from?.href)) throw new OutboundError('addressRefused')
  const url = new URL(target, from?.href)
  const isDowngrade = from?.protocol === 'https:' && url.protocol === 'http:'
  if (isDowngrade || !/^https?:$/.test(url.protocol)) throw new OutboundError('addressRefused')
  if (url.username !== '' || url.password !== '') throw new OutboundError('addressRefused')
  const host = hostOf(url)
  if (hop.allowedHosts.includes(host)) return url
  if (isIP(host) !== 0 && !isPublic(host)) throw new OutboundError('privateAddress')
  // A proxy looks the name up itself: what it means here is the best that can be known.
  if (hop.proxyUrl !== null) await refuseResolved(hop.lookup, host)
  return url
}

function redirectOf(status: number, location: string | string[] | undefined): string | undefined {
  const target = typeof location === 'string' ? location : location?.[0]
  return [301, 302, 303, 307, 308].includes(status) ? target : undefined
}

const withoutCookies = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(cookie|authorization)$/i.test(name)))

function receive(url: URL, response: Dispatcher.ResponseData): ReceivedStream {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  const body = unpacked(response.body, headers['content-encoding'])
  return { status: response.statusCode, headers, url: url.href, body }
}

function unpacked(body: Readable, encoding = 'identity'): Readable {
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
    // Leaving the loop ends the connection.
    if (length > maxBytes) throw new OutboundError('answerTooLarge')
  }
  return Buffer.concat(chunks)
}

/** Lower case, without the brackets of an IPv6 address and the dot that may end a name. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()

/** One private address among several refuses them all: which of them is tried is not ours to say. */
const guardLookup =
  (lookup: LookupFunction, allowedHosts: readonly string[]): LookupFunction =>
  (host, options, callback) => {
    const isAllowed = allowedHosts.includes(host.replace(/\.$/, '').toLowerCase())
    lookup(host, options, (error, found, family) => {
      if (error || isAllowed || addressesOf(found).every(isPublic)) callback(error, found, family)
      else callback(new OutboundError('privateAddress'), '', 0)
    })
  }

/** Throws if the name is known here to mean a private address; one that is not known, or not soon, passes. */
const refuseResolved = (lookup: LookupFunction, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, longestLookupMs).unref()
    lookup(host, { all: true }, (error, found) => {
      if (error || addressesOf(found).every(isPublic)) resolve()
      else reject(new OutboundError('privateAddress'))
    })
  })

/** If a proxy is needed, resolvers often do not respond at all. */
const longestLookupMs = 1_000

const addressesOf = (found: string | readonly LookupAddress[]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address)
