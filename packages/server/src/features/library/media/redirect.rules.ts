/** Whether a listener is sent to the storage itself for the bytes of a file, or is given them by us. */
import type { StorageDelivery } from '@koedana/contract/storages.ts'

export interface DeliveryWanted {
  readonly delivery: StorageDelivery
  readonly method: string
  /** The use of the bytes that a browser names (`sec-fetch-dest`); undefined for players that are none. */
  readonly destination: string | undefined
  /** How it would read them (`sec-fetch-mode`). */
  readonly mode: string | undefined
  /** A link to the file that needs no headers. */
  readonly link: string
}

/** Links are signed for this method. */
const mayHaveLink = ({ delivery, method }: Pick<DeliveryWanted, 'delivery' | 'method'>): boolean =>
  delivery !== 'proxy' && method === 'GET'

/**
 * Our pages play what comes over https from anywhere (`media-src`) and fetch nothing else from elsewhere. A link over http is
 * for players that are no browsers, and only where an administrator wants redirects: it shows itself to everybody on its way.
 */
export function isRedirected({ delivery, method, destination, mode, link }: DeliveryWanted): boolean {
  // A page that reads what it plays (`cors`) may not read what is of another site.
  if (!mayHaveLink({ delivery, method }) || mode === 'cors') return false
  if (link.startsWith('https:')) return destination === undefined || /^(?:audio|video)$/.test(destination)
  return delivery === 'redirect' && destination === undefined
}
