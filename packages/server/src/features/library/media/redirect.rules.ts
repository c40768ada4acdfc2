/** Decides whether a listener is redirected to the storage for the bytes of a file, or gets them from this server. */
import type { StorageDelivery } from '@koedana/contract/storages.ts'

export interface DeliveryRequest {
  readonly delivery: StorageDelivery
  readonly method: string
  /** The `sec-fetch-dest` header of browsers; undefined for other players. */
  readonly destination: string | undefined
  readonly mode: string | undefined
  /** A URL of the file that needs no extra headers. */
  readonly link: string
}

/** Links are signed for GET only. */
const canUseLink = ({ delivery, method }: Pick<DeliveryRequest, 'delivery' | 'method'>): boolean =>
  delivery !== 'proxy' && method === 'GET'

/**
 * The web app plays media over https from any origin (`media-src`) and fetches nothing else from other origins. Links over http expose
 * their signature in transit: they are given only to players outside browsers, and only if an administrator chose redirects.
 */
export function shouldRedirect({ delivery, method, destination, mode, link }: DeliveryRequest): boolean {
  // A page that reads the media (`cors`) may not read it from another origin.
  if (!canUseLink({ delivery, method }) || mode === 'cors') return false
  if (link.startsWith('https:')) return destination === undefined || /^(?:audio|video)$/.test(destination)
  return delivery === 'redirect' && destination === undefined
}
