/** How many connections one address may hold open, so that nobody holds them all. */
import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { networkOf } from '../lib/network-of.rules.ts'
import { isLoopback } from '../lib/private-address.rules.ts'
import { respondAndEnd } from './errors.ts'

export interface ConnectionBounds {
  readonly mostOfAddress: number
  readonly most: number
  /** Proxies, which bring everybody: their connections count for `most` alone. */
  readonly isUncounted: (address: string) => boolean
}

/** A browser holds six; a household or an office behind one address has some dozens of these. */
export const usualBounds = { mostOfAddress: 400, most: 10_000 }

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
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return plain === '' || isLoopback(plain) || list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
