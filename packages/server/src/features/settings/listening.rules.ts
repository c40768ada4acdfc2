/** Whether visitors and guests may listen. */
import type { IncomingHttpHeaders } from 'node:http'
import { isPrivate } from '../../lib/private-address.rules.ts'

export interface ListeningCaller {
  /** As far as trusted proxies say. */
  readonly address: string
  readonly peer: string
  readonly headers: IncomingHttpHeaders
}

/**
 * What the administrator decided; undecided, who calls from this machine or network. A caller behind a proxy that is
 * not trusted looks near and may be anywhere.
 */
export function mayVisitorsListen(
  { visitorsMayListen }: { readonly visitorsMayListen: boolean | null },
  caller: ListeningCaller,
): boolean {
  return visitorsMayListen ?? (isPrivate(caller.address) && !isForwardedUnknown(caller))
}

const isForwardedUnknown = ({ address, peer, headers }: ListeningCaller) =>
  address === peer && isForwarded(headers)

/** A proxy stands in between and says so. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const
