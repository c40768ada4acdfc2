/** Whether whoever calls sits at this machine, as far as that can be known. */
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from './private-address.rules.ts'

export interface Called {
  /** The address of the other end of the connection. */
  readonly peer: string
  readonly headers: IncomingHttpHeaders
  /** The version, as `1.1`. */
  readonly httpVersion: string
}

/**
 * A browser on this machine that asked for this machine by name. A page of elsewhere that leads here by a name of its own
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

/** What a browser says of the page it asks from, where it says anything. */
function isOwnPage(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return [headers.origin, headers.referer].every(
    (page) => page === undefined || (URL.canParse(page) && new URL(page).host === host.toLowerCase()),
  )
}
