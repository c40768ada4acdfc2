/**
 * Starts the app without a connection, caches covers, and plays offline tracks. API responses are never cached here: the page stores the
 * latest ones of its user (`features/works/offline`).
 */
import { coversPath } from '../lib/offline-work.rules.ts'
import { respondWithOfflineFile } from './offline-media.ts'
import { routeRequest } from './routing.rules.ts'

declare const self: ServiceWorkerGlobalScope

declare global {
  /** Injected by the build: the files of this build, relative to the worker, and a hash over their names. */
  var koedanaShell: { readonly version: string; readonly files: readonly string[] }
}

const shell = globalThis.koedanaShell
/** The base path of the app, with a trailing slash. */
const { pathname: root } = new URL('.', self.location.href)
const files = shell.files.map((name) => root + name)
/** Includes the path: other servers may be at other paths of this origin, and all share its caches. */
const shellPrefix = root === '/' ? 'shell-' : `shell-${root}`
const shellCache = shellPrefix + shell.version
const coverCache = 'covers-1'
const filesPerBatch = 4
/** The pause between batches, so that the page gets CPU time. */
const pauseMs = 50
/** About 40 MB at the medium size. */
const maxCovers = 1_500

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const decision = routeRequest({ ...describe(request), origin: self.location.origin, root })
  if (decision === 'page') event.respondWith(page(request))
  if (decision === 'cover') event.respondWith(cover(request))
  if (decision === 'kept') event.respondWith(respondWithOfflineFile(request))
  if (decision === 'file') event.respondWith(file(request))
})

/**
 * Messages of pages. `{ has }` asks whether a file belongs to this build, sent to a waiting worker. `activate` skips the waiting, because
 * the user wants it or the page is not affected.
 */
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'activate') void self.skipWaiting()
  else if (typeof data?.has === 'string') ports[0]?.postMessage(files.includes(data.has))
})

function describe({ method, url, mode }: Request) {
  return { method, url, isNavigation: mode === 'navigate' }
}

/**
 * Caches the app's files in small batches with pauses and low priority: with hundreds of requests at once, a click would wait behind them.
 */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shellCache)
  const requests = files.map((name) => new Request(name, { priority: 'low' }))
  try {
    for (let at = 0; at < requests.length; at += filesPerBatch) {
      await cache.addAll(requests.slice(at, at + filesPerBatch))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } catch (cause) {
    // An incomplete build cannot start the app, and would be mistaken for the previous build.
    await caches.delete(shellCache)
    throw cause
  }
}

/** Keeps the files of the previous build: other tabs may still run it, and the server no longer has them. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys()
  const shells = names.filter(isOlderShell)
  const covers = names.filter((name) => name.startsWith('covers-') && name !== coverCache)
  await Promise.all([...shells.slice(0, -1), ...covers].map((name) => caches.delete(name)))
}

const isOlderShell = (name: string) =>
  name.startsWith(shellPrefix) && !name.slice(shellPrefix.length).includes('/') && name !== shellCache

/** Returns the page from the network; without a connection, the cached page. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match(root, { cacheName: shellCache })
    if (kept) return kept
    throw cause
  }
}

/** Names of built files contain a hash, so any cached copy is correct; other files are served from this build's own cache first. */
async function file(request: Request): Promise<Response> {
  const own = await caches.match(request, { cacheName: shellCache })
  return own ?? (await caches.match(request)) ?? fetch(request)
}

async function cover(request: Request): Promise<Response> {
  const cache = await caches.open(coverCache)
  const kept = await cache.match(request)
  if (kept) return kept
  try {
    const response = await fetch(request)
    if (response.ok) await keep(cache, request, response.clone())
    return response
  } catch (cause) {
    const [, workId] = /\/covers\/([^/]+)\//.exec(new URL(request.url).pathname) ?? []
    const other = workId && (await caches.match(coversPath + workId))
    if (other) return other
    throw cause
  }
}

/** Keys are in insertion order, so the first are the oldest. */
async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxCovers)).map((key) => cache.delete(key)))
}
