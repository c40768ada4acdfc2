/** What the service worker does with a request; `network` is left alone. */
export type Decision = 'page' | 'cover' | 'kept' | 'file' | 'network'

export interface WorkerRequest {
  readonly method: string
  readonly url: string
  readonly isNavigation: boolean
  /** The origin of the app itself. */
  readonly origin: string
}

export function decide({ method, url, isNavigation, origin }: WorkerRequest): Decision {
  const { pathname, origin: target } = new URL(url)
  if (method !== 'GET' || target !== origin) return 'network'
  if (pathname.startsWith('/kept/') && !isNavigation) return 'kept'
  if (pathname.startsWith('/api/v3/covers/')) return 'cover'
  if (pathname.startsWith('/api/') || pathname === '/sw.js') return 'network'
  return isNavigation ? 'page' : 'file'
}
