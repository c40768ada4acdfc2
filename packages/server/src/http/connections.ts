/** How long a connection may take to say what it wants, and how connections end with the server. */
import type { Server } from 'node:http'

/** Milliseconds. */
export interface RequestTimeouts {
  /** The limit of the whole head of a request, and of a connection that says nothing. */
  readonly headMs: number
  /** The limit of a request with its body: the largest body over a slow line. */
  readonly requestMs: number
}

export const usualTimeouts: RequestTimeouts = { headMs: 15_000, requestMs: 60_000 }

/** The limits of the framework and the server below it. A slower client gets 408, and the connection ends. */
export const timeoutsOf = ({ headMs, requestMs }: RequestTimeouts) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: Math.ceil(headMs / 10) },
})

/**
 * Ends every connection that is still open after this time: one that says nothing, half a request or half a body would
 * be waited for without end. Answers how to let it be.
 */
export function endConnectionsAfter(server: Server, ms: number): () => void {
  const timer = setTimeout(() => server.closeAllConnections(), ms)
  return () => clearTimeout(timer)
}
