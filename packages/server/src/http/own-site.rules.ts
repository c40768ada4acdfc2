/** Checks whether a request was meant for this server: by its host name, and by the page that sent it. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** The parts of a request that tell for which site it was meant. */
export interface RequestTarget {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The host with its port, as reported by trusted proxies. */
  readonly host: string
  readonly publicUrl: string | undefined
}

/**
 * Returns whether a page of another site made the browser send a write request (CSRF). Reads are allowed, because the other site
 * cannot read the response. Browsers send `Sec-Fetch-Site`, or only `Origin` over plain HTTP. Other clients send neither.
 */
export function isCrossSite({ method, headers, host, publicUrl }: RequestTarget): boolean {
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
 * Returns whether the host name belongs to another site. Checked only with PUBLIC_URL, to prevent DNS rebinding. IP addresses and
 * local names are allowed, because public DNS cannot assign those. Invalid host names are always rejected, because URLs of this
 * site are built from them.
 */
export function isForeignHost(host: string, publicUrl: string | undefined): boolean {
  if (host === '') return false
  const name = nameOf(host)
  if (name === undefined) return true
  return publicUrl !== undefined && name !== new URL(publicUrl).hostname && !isLocalName(name)
}

/** Returns the name in lower case, without the port and a trailing dot; IPv6 without brackets. */
function nameOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
}

const isLocalName = (name: string) =>
  isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(name)
