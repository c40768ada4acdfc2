/**
 * Addresses: which are not of the public internet, what counts as one, and whether the caller is at this
 * machine, as far as that can be known.
 */

import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** This machine, a private or a link-local network. An IPv4 address in IPv6 form is the IPv4 address. */
export const isPrivate = (address: string): boolean => isIn(near, address)

export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** Returns whether it is an address at all, and one that a server on the internet can have. */
export const isPublic = (address: string): boolean => isIP(address) !== 0 && !isIn(unreachable, address)

function isIn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const privateNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const

/**
 * Addresses of no network, carriers' networks, protocol assignments, documentation, multicast and reserved. The range
 * for benchmarks (198.18.0.0/15) is not here: proxies on the same machine use them for names for it.
 */
const specialNetworks = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const near = new BlockList()
for (const [network, prefix] of privateNetworks) near.addSubnet(network, prefix, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

const unreachable = new BlockList()
for (const [network, prefix] of [...privateNetworks, ...specialNetworks]) {
  unreachable.addSubnet(network, prefix, 'ipv4')
  // It is the same network behind a gateway of an IPv6 network.
  unreachable.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of [
  // Unspecified, loopback, and IPv4 addresses written in the old way.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels that carry any IPv4 address.
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  unreachable.addSubnet(network, prefix, 'ipv6')
}

/** Returns whether an address is in one of these, addresses or ranges as `10.0.0.0/8`. */
export function isInRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIn(list, address)
}

/** Whether the caller is at this machine, as far as that can be known. */
export interface Called {
  /** The address of the other end of the connection. */
  readonly peer: string
  readonly headers: IncomingHttpHeaders
  /** The version, as `1.1`. */
  readonly httpVersion: string
}

/**
 * A browser on this machine that calls this machine by name. A page of elsewhere that leads here by a name of its own
 * still sends that name; a proxy on this machine mostly betrays itself: by a header, by HTTP/1.0, by a browser that is on
 * a page of another address. One that keeps silent in all of this cannot be known, so that this is never enough where the
 * configuration says that others are to come.
 */
export function isLocal({ peer, headers, httpVersion }: Called): boolean {
  const { host } = headers
  if (!isLoopback(peer) || httpVersion !== '1.1' || host === undefined || !isLocalHost(host)) return false
  return !Object.keys(headers).some(isOfProxy) && isOwnPage(headers, host)
}

const isLocalHost = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)

/** Headers that only something between a browser and a server adds. */
const isOfProxy = (name: string) =>
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy|request-start|scheme|proxy)\b.*|(true-client|cf|cdn|fly|fastly|akamai)-.*)$/.test(
    name,
  ) && name !== 'x-client-platform'

/** Reads what a browser says of the page it calls from, if it says anything. */
function isOwnPage(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return [headers.origin, headers.referer].every(
    (page) => page === undefined || (URL.canParse(page) && new URL(page).host === host.toLowerCase()),
  )
}

/** One caller may use any address of an IPv6 network of 64 bits: they are counted as one. */
export function networkOf(address: string): string {
  // This runs at every call: most addresses are IPv4 as they stand.
  if (!address.includes(':')) return address
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped
  return `${groupsOf(mapped).slice(0, 4).join(':')}::/64`
}

/**
 * Returns the network of 48 bits that one customer may have, with all its networks of 64; undefined for what is no IPv6.
 */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address)
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = partsOf(head)
  const after = tail === undefined ? [] : partsOf(tail)
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...gap, ...after].map((part) => Number.parseInt(part, 16).toString(16))
}

/** A last part written as IPv4 stands for two. It is never among the first four. */
const partsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]))
