/** What the Socket.IO endpoint is made from. */
import type { Log } from '../../../../lib/log.ts'
import type { Relay } from '../../../../threads/relay.ts'
import type { AccountSources } from '../account.ts'

export interface SocketSources extends AccountSources {
  readonly log: Log
  /** Calls the listener whenever works changed. Returns a function that stops it. */
  readonly followWorks: (listener: (keys: readonly number[] | 'all') => void) => () => void
  readonly threads: { readonly count: number; readonly relay?: Relay | undefined } | undefined
}
