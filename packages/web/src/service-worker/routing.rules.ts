/** How the service worker handles a request; `network` leaves it to the browser. */
export type RequestRoute = 'page' | 'cover' | 'kept' | 'file' | 'network'

export interface WorkerRequest {
  readonly method: string
  readonly url: string
  readonly isNavigation: boolean
  /** The origin of the app itself. */
  readonly origin: string
  /** The base path of the app, such as `/` or `/koedana/`. */
  readonly root: string
}

export function routeRequest({ method, url, isNavigation, origin, root }: WorkerRequest): RequestRoute {
  const { pathname, origin: target } = new URL(url)
  if (method !== 'GET' || target !== origin) return 'network'
  if (pathname.startsWith('/kept/') && !isNavigation) return 'kept'
  // Other apps may share this origin.
  if (!pathname.startsWith(root)) return 'network'
  const path = pathname.slice(root.length)
  if (path.startsWith('api/v3/covers/')) return 'cover'
  if (path.startsWith('api/') || path === 'sw.js') return 'network'
  return isNavigation ? 'page' : 'file'
}
