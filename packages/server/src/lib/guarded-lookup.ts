/** Looks names up for new connections, and refuses those that mean a private address. */
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isPublic } from './private-address.rules.ts'

/** Lower case, without the brackets of an IPv6 address and the dot that may end a name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()

/** One private address among several refuses them all: which of them is tried is not ours to say. */
export const guardLookup =
  (lookup: LookupFunction, allowedHosts: readonly string[]): LookupFunction =>
  (host, options, callback) => {
    const isAllowed = allowedHosts.includes(host.replace(/\.$/, '').toLowerCase())
    lookup(host, options, (error, found, family) => {
      if (error || isAllowed || addressesOf(found).every(isPublic)) callback(error, found, family)
      else callback(new OutboundError('privateAddress'), '', 0)
    })
  }

/** Throws where the name is known here to mean a private address; one that is not known, or not soon, passes. */
export const refuseResolved = (lookup: LookupFunction, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, longestLookupMs).unref()
    lookup(host, { all: true }, (error, found) => {
      if (error || addressesOf(found).every(isPublic)) resolve()
      else reject(new OutboundError('privateAddress'))
    })
  })

/** Where a proxy is needed, resolvers often do not answer at all. */
const longestLookupMs = 1_000

const addressesOf = (found: string | readonly LookupAddress[]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address)
