/** Whether visitors and guests may listen. */
import { type Called, isLocal, isPrivate } from '../lib/addresses.rules.ts'

export interface ListeningCaller extends Called {
  /** The address as far as trusted proxies say. */
  readonly address: string
}

export interface Listening {
  /** The decision of the administrator; null while undecided. */
  readonly visitorsMayListen: boolean | null
  /** Whether the configuration means the server for other machines. */
  readonly isPublished: boolean
}

/** While undecided, callers known to be near may: at this machine, or in a private network by the word of a trusted proxy. */
export function mayVisitorsListen(
  { visitorsMayListen, isPublished }: Listening,
  caller: ListeningCaller,
): boolean {
  return visitorsMayListen ?? (isPublished ? isVouchedFor(caller) : isLocal(caller) || isVouchedFor(caller))
}

/** A proxy that nobody named looks near itself and may bring anybody. */
const isVouchedFor = ({ address, peer }: ListeningCaller) => address !== peer && isPrivate(address)
