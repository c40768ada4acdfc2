/** Limits the unauthenticated connections per network address. */
import type { IncomingMessage } from 'node:http'
import { rateLimitNetworkOf } from '../../../../lib/addresses.rules.ts'

const maxUnknownOfAddress = 50

export interface Admission {
  /** Counts a handshake. Returns false if the network has too many. */
  readonly admit: (request: IncomingMessage, address: string) => boolean
  /** The handshake led to a connection, which reports its own end. */
  readonly connected: (request: IncomingMessage) => void
  /** The client has signed in or disconnected. */
  readonly settle: (request: IncomingMessage) => void
}

export function createAdmission(): Admission {
  const byNetwork = new Map<string, Set<IncomingMessage>>()
  const networks = new WeakMap<IncomingMessage, string>()
  const connected = new WeakSet<IncomingMessage>()
  const settle: Admission['settle'] = (request) => {
    const network = networks.get(request) ?? ''
    const requests = byNetwork.get(network)
    requests?.delete(request)
    if (requests?.size === 0) byNetwork.delete(network)
  }
  return {
    admit: (request, address) => {
      const network = rateLimitNetworkOf(address)
      const requests = byNetwork.get(network) ?? new Set()
      if (requests.size >= maxUnknownOfAddress) return false
      byNetwork.set(network, requests.add(request))
      networks.set(request, network)
      request.socket.once('close', () => connected.has(request) || settle(request))
      return true
    },
    connected: (request) => void connected.add(request),
    settle,
  }
}
