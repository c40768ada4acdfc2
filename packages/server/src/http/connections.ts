import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isInRanges, isLoopback, rateLimitNetworkOf } from '../lib/addresses.rules.ts'
import { respondAndEnd } from './errors.ts'
import type { OwnTls } from './own-tls.ts'

export interface RequestTimeouts {
  /** Limit for the request headers, and for idle new connections. */
  readonly headMs: number
  /** Limit for a whole request with its body: enough for the largest body over a slow line. */
  readonly requestMs: number
}

export const defaultTimeouts: RequestTimeouts = { headMs: 15_000, requestMs: 60_000 }

/** Returns the options of the HTTP server. Slower clients get 408 and are disconnected. */
export function serverOptions({ headMs, requestMs }: RequestTimeouts, tls: OwnTls | undefined) {
  const limits = { headersTimeout: headMs, connectionsCheckingInterval: Math.ceil(headMs / 10) }
  if (!tls) return { requestTimeout: requestMs, http: limits }
  const options = { ...limits, requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }
  return { serverFactory: (handler: RequestListener) => tls.createServer(options, handler) }
}

const keepAliveMs = 72_000

/**
 * Closes all connections that are still open after this time. Idle connections and unfinished requests would otherwise delay the
 * shutdown forever. Returns a function that cancels it.
 */
export function closeConnectionsAfter(server: Server, ms: number): () => void {
  const timer = setTimeout(() => server.closeAllConnections(), ms)
  return () => clearTimeout(timer)
}

/** Limits on open connections, so that one address cannot use all of them. */
export interface ConnectionLimits {
  readonly maxPerAddress: number
  readonly most: number
  /** Proxies forward many callers: their connections count only for `most`. */
  readonly isUncounted: (address: string) => boolean
}

/** A browser opens six connections. A household or an office behind one address has some dozens of browsers. */
const defaultBounds = { maxPerAddress: 400, most: 10_000 }

/** The operating system distributes connections to threads, so each thread gets its share of the limits. */
export const connectionLimitsOf = ({
  trustedProxies,
  threadCount = 1,
}: {
  readonly trustedProxies: readonly string[]
  readonly threadCount?: number
}): ConnectionLimits => ({
  maxPerAddress: Math.ceil(defaultBounds.maxPerAddress / threadCount),
  most: Math.ceil(defaultBounds.most / threadCount),
  isUncounted: createProxyPredicate(trustedProxies),
})

export function limitConnections(
  server: Server,
  { maxPerAddress, most, isUncounted }: ConnectionLimits,
): void {
  const open = new Map<string, number>()
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isUncounted(address)) return
    const network = rateLimitNetworkOf(address)
    const held = (open.get(network) ?? 0) + 1
    open.set(network, held)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (held > maxPerAddress) respondAndEnd(socket, 'tooManyRequests')
  })
}

/**
 * Returns a predicate for loopback (an unnamed local proxy) and the configured proxies: addresses or ranges such as `10.0.0.0/8`.
 * They are limited only by `most` and the timeouts.
 */
export function createProxyPredicate(ranges: readonly string[]): (address: string) => boolean {
  const isNamed = isInRanges(ranges)
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return plain === '' || isLoopback(plain) || isNamed(plain)
  }
}
