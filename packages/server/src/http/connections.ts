/** How long a connection may take to say what it wants, and how connections end with the server. */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isInRanges, isLoopback, networkOf } from '../lib/addresses.rules.ts'
import { respondAndEnd } from './errors.ts'
import type { OwnTls } from './own-tls.ts'

/** Milliseconds. */
export interface RequestTimeouts {
  /** The limit of the whole head of a request, and of a connection that says nothing. */
  readonly headMs: number
  /** The limit of a request with its body: the largest body over a slow line. */
  readonly requestMs: number
}

export const usualTimeouts: RequestTimeouts = { headMs: 15_000, requestMs: 60_000 }

/** Returns the server below the framework and the limits of both. A slower client gets 408, and the connection ends. */
export function serverOf({ headMs, requestMs }: RequestTimeouts, tls: OwnTls | undefined) {
  const limits = { headersTimeout: headMs, connectionsCheckingInterval: Math.ceil(headMs / 10) }
  if (!tls) return { requestTimeout: requestMs, http: limits }
  const options = { ...limits, requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }
  return { serverFactory: (handler: RequestListener) => tls.createServer(options, handler) }
}

/** It is as long as the framework has it where it makes the server itself. */
const keepAliveMs = 72_000

/**
 * Ends every connection that is still open after this time: one that says nothing, half a request or half a body would
 * be waited for without end. Returns a function that cancels it.
 */
export function endConnectionsAfter(server: Server, ms: number): () => void {
  const timer = setTimeout(() => server.closeAllConnections(), ms)
  return () => clearTimeout(timer)
}

/** How many connections one address may hold open, so that nobody holds them all. */
export interface ConnectionBounds {
  readonly mostOfAddress: number
  readonly most: number
  /** Proxies, which bring everybody: their connections count for `most` alone. */
  readonly isUncounted: (address: string) => boolean
}

/** A browser holds six; a household or an office behind one address has some dozens of these. */
const usualBounds = { mostOfAddress: 400, most: 10_000 }

/** The system deals connections out to threads: each has its share of what there may be. */
export const boundsOf = ({
  trustedProxies,
  threadCount = 1,
}: {
  readonly trustedProxies: readonly string[]
  readonly threadCount?: number
}): ConnectionBounds => ({
  mostOfAddress: Math.ceil(usualBounds.mostOfAddress / threadCount),
  most: Math.ceil(usualBounds.most / threadCount),
  isUncounted: proxiesIn(trustedProxies),
})

export function boundConnections(
  server: Server,
  { mostOfAddress, most, isUncounted }: ConnectionBounds,
): void {
  const open = new Map<string, number>()
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isUncounted(address)) return
    const network = networkOf(address)
    const held = (open.get(network) ?? 0) + 1
    open.set(network, held)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (held > mostOfAddress) respondAndEnd(socket, 'tooManyRequests')
  })
}

/**
 * This machine, where proxies nobody named are, and those that are named: addresses or ranges as `10.0.0.0/8`. Callers
 * on this machine are held back by `most` and by the time-outs alone.
 */
export function proxiesIn(ranges: readonly string[]): (address: string) => boolean {
  const isNamed = isInRanges(ranges)
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return plain === '' || isLoopback(plain) || isNamed(plain)
  }
}
