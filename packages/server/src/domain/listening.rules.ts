import { isLocal, isPrivateAddress, type RequestOrigin } from '../lib/addresses.rules.ts'

export interface ListeningCaller extends RequestOrigin {
  /** The address as reported by trusted proxies. */
  readonly address: string
}

export interface ListeningSettings {
  readonly visitorsMayListen: boolean | null
  /** Whether the configuration makes the server available to other machines. */
  readonly isPublished: boolean
}

/**
 * Returns whether visitors may play audio. While undecided, only local callers may: on this machine, or in a private network
 * according to a trusted proxy.
 */
export function canVisitorsListen(
  { visitorsMayListen, isPublished }: ListeningSettings,
  caller: ListeningCaller,
): boolean {
  return (
    visitorsMayListen ??
    (isPublished ? isPrivateByProxy(caller) : isLocal(caller) || isPrivateByProxy(caller))
  )
}

/**
 * An address that differs from the peer was reported by a trusted proxy. Without one, a proxy in the private network would make
 * every caller look local.
 */
const isPrivateByProxy = ({ address, peer }: ListeningCaller) => address !== peer && isPrivateAddress(address)
