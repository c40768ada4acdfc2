/** Classifies IP addresses (private, loopback, public) and detects whether a request comes from this machine. */

import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Returns whether the address is loopback, private or link-local. IPv4-mapped IPv6 addresses count as IPv4. */
export const isPrivateAddress = (address: string): boolean => isIn(privateBlocks, address)

export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** Returns whether the text is an IP address that a server on the public internet can have. */
export const isPublic = (address: string): boolean => isIP(address) !== 0 && !isIn(nonPublicBlocks, address)

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
 * Unspecified, carrier-grade NAT, protocol assignment, documentation, multicast and reserved ranges. The benchmark range
 * 198.18.0.0/15 is left out on purpose: proxies on the same machine use it for fake DNS responses.
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

const privateBlocks = new BlockList()
for (const [network, prefix] of privateNetworks) privateBlocks.addSubnet(network, prefix, 'ipv4')
privateBlocks.addAddress('::1', 'ipv6')
privateBlocks.addSubnet('fc00::', 7, 'ipv6')
privateBlocks.addSubnet('fe80::', 10, 'ipv6')

const nonPublicBlocks = new BlockList()
for (const [network, prefix] of [...privateNetworks, ...specialNetworks]) {
  nonPublicBlocks.addSubnet(network, prefix, 'ipv4')
  // The NAT64 prefix maps to the same IPv4 network.
  nonPublicBlocks.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of [
  // Unspecified, loopback, and deprecated IPv4-compatible addresses.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels that can contain any IPv4 address (Teredo, 6to4).
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  nonPublicBlocks.addSubnet(network, prefix, 'ipv6')
}

/** Returns a predicate for the given addresses and CIDR ranges (such as `10.0.0.0/8`). */
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

/** The facts about a request that tell whether it comes from this machine. */
export interface RequestOrigin {
  readonly peer: string
  readonly headers: IncomingHttpHeaders
  /** Such as `1.1`. */
  readonly httpVersion: string
}

/**
 * Returns whether a browser on this machine called this machine by name. A foreign page with DNS rebinding still sends its own name
 * as host. A local reverse proxy usually reveals itself by a header, HTTP/1.0 or a foreign page address. A silent proxy cannot be
 * detected, so never rely only on this if the configuration expects remote users.
 */
export function isLocal({ peer, headers, httpVersion }: RequestOrigin): boolean {
  const { host } = headers
  if (!isLoopback(peer) || httpVersion !== '1.1' || host === undefined || !isLocalHost(host)) return false
  return !Object.keys(headers).some(isProxyHeader) && isSameOriginPage(headers, host)
}

const isLocalHost = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)

const isProxyHeader = (name: string) =>
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy|request-start|scheme|proxy)\b.*|(true-client|cf|cdn|fly|fastly|akamai)-.*)$/.test(
    name,
  ) && name !== 'x-client-platform'

/** Returns whether the page headers, if any, name this host as their origin. */
function isSameOriginPage(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return [headers.origin, headers.referer].every(
    (page) => page === undefined || (URL.canParse(page) && new URL(page).host === host.toLowerCase()),
  )
}

/** Returns the rate limit key for an address: IPv6 addresses are grouped by /64, because one caller can use any address in it. */
export function rateLimitNetworkOf(address: string): string {
  // This runs on every call, and most addresses are plain IPv4.
  if (!address.includes(':')) return address
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped
  return `${ipv6GroupsOf(mapped).slice(0, 4).join(':')}::/64`
}

/** Returns the /48 network, the most that one customer usually gets; undefined if the address is not IPv6. */
export function siteOf(address: string): string | undefined {
  const network = rateLimitNetworkOf(address)
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

function ipv6GroupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = partsOf(head)
  const after = tail === undefined ? [] : partsOf(tail)
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...gap, ...after].map((part) => Number.parseInt(part, 16).toString(16))
}

/** A last part in IPv4 notation counts as two groups. Their value does not matter: they are never among the first four. */
const partsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]))
