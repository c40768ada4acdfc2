import type { Log } from '../../../../lib/log.ts'
import type { Relay } from '../../../../threads/relay.ts'
import type { AccountSources } from '../account.ts'

export interface SocketSources extends AccountSources {
  readonly log: Log
  /** Calls the listener whenever works change. Returns a function that unsubscribes. */
  readonly followWorks: (listener: (keys: readonly number[] | 'all') => void) => () => void
  readonly threads: { readonly count: number; readonly relay?: Relay | undefined } | undefined
}
