/** What counts as one address. */
import { isIPv4, isIPv6 } from 'node:net'

/** One caller may use any address of an IPv6 network of 64 bits: they are counted as one. */
export function networkOf(address: string): string {
  // This runs at every call: most addresses are IPv4 as they stand.
  if (!address.includes(':')) return address
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped
  return `${groupsOf(mapped).slice(0, 4).join(':')}::/64`
}

/** The network of 48 bits that one customer may have, with all its networks of 64; undefined for what is no IPv6. */
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
