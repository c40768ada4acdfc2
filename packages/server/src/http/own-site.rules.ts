/** Whether a request was meant for this server: by its own name, and from a page of its own or from no page at all. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

export interface Addressed {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The host with its port, as trusted proxies say. */
  readonly host: string
  /** The address at which browsers reach this server, if the configuration says so. */
  readonly publicUrl: string | undefined
}

/**
 * Finds a page of another site that has a browser change something here. Reads are allowed: no other site sees the
 * response. Browsers say where a page is from in `Sec-Fetch-Site`, over plain HTTP only in `Origin`; what is no browser
 * says neither.
 */
export function isFromElsewhere({ method, headers, host, publicUrl }: Addressed): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return false
  if (site === 'cross-site') return true
  const { origin } = headers
  if (origin === undefined) return site !== undefined
  return !URL.canParse(origin) || !isHostOf(new URL(origin), host, publicUrl)
}

function isHostOf(page: URL, host: string, publicUrl: string | undefined): boolean {
  const own = `${page.protocol}//${host}`
  if (URL.canParse(own) && new URL(own).host === page.host) return true
  return publicUrl !== undefined && new URL(publicUrl).host === page.host
}

/**
 * If the configuration says by what name the server is reached, a page of another site cannot lead its own name here
 * (DNS rebinding). Addresses and names of a house are let through: no public name server gives those away. What is no name
 * at all is never ours: addresses of the site are made of it.
 */
export function isOfAnotherName(host: string, publicUrl: string | undefined): boolean {
  if (host === '') return false
  const name = nameOf(host)
  if (name === undefined) return true
  return publicUrl !== undefined && name !== new URL(publicUrl).hostname && !isOfHouse(name)
}

/** Lower case, without port and closing dot; IPv6 without brackets. */
function nameOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
}

const isOfHouse = (name: string) =>
  isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(name)
