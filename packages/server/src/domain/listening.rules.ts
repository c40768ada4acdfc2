import { type Called, isLocal, isPrivate } from '../lib/addresses.rules.ts'

export interface ListeningCaller extends Called {
  /** The address as reported by trusted proxies. */
  readonly address: string
}

export interface Listening {
  readonly visitorsMayListen: boolean | null
  /** Whether the configuration makes the server available to other machines. */
  readonly isPublished: boolean
}

/**
 * Returns whether visitors may play audio. While undecided, only local callers may: on this machine, or in a private network
 * according to a trusted proxy.
 */
export function mayVisitorsListen(
  { visitorsMayListen, isPublished }: Listening,
  caller: ListeningCaller,
): boolean {
  return visitorsMayListen ?? (isPublished ? isVouchedFor(caller) : isLocal(caller) || isVouchedFor(caller))
}

/**
 * An address that differs from the peer was reported by a trusted proxy. Without one, a proxy in the private network would make
 * every caller look local.
 */
const isVouchedFor = ({ address, peer }: ListeningCaller) => address !== peer && isPrivate(address)
