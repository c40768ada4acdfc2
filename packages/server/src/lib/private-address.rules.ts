/** Addresses that are not of the public internet. */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** This machine, a private or a link-local network. An IPv4 address in IPv6 form is the IPv4 address. */
export const isPrivate = (address: string): boolean => isIn(near, address)

export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** Whether it is an address at all, and one that a server on the internet can have. */
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
 * No network of its own, carriers' networks, protocol assignments, documentation, multicast and reserved. The range for
 * benchmarks (198.18.0.0/15) is not here: proxies on the same machine answer with names for it.
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
  // The same network behind a gateway of an IPv6 network.
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
