/**
 * Starts the app without a connection, keeps covers at hand, and plays what is kept on this device. Responses of the API are
 * never cached here: the page keeps the last ones of its person (`features/works/offline`).
 */
import { coversPath } from '../lib/kept-work.rules.ts'
import { keptResponse } from './kept-sound.ts'
import { decide } from './routing.rules.ts'

declare const self: ServiceWorkerGlobalScope

declare global {
  /** Filled in at build: the files of this build, as they lie beside the worker, and a hash over their names. */
  var koedanaShell: { readonly version: string; readonly files: readonly string[] }
}

const shell = globalThis.koedanaShell
/** The path that everything lies below, with a slash behind it. */
const { pathname: root } = new URL('.', self.location.href)
const files = shell.files.map((name) => root + name)
/** Other servers may lie below other paths of this origin, and all its caches are shared by them. */
const shellPrefix = root === '/' ? 'shell-' : `shell-${root}`
const shellCache = shellPrefix + shell.version
const coverCache = 'covers-1'
const keptAtOnce = 4
/** The pause between those: the page has the processor meanwhile. */
const pauseMs = 50
/** The bound is about 40 MB at the middle size. */
const maxCovers = 1_500

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const decision = decide({ ...describe(request), origin: self.location.origin, root })
  if (decision === 'page') event.respondWith(page(request))
  if (decision === 'cover') event.respondWith(cover(request))
  if (decision === 'kept') event.respondWith(keptResponse(request))
  if (decision === 'file') event.respondWith(file(request))
})

/**
 * `{ has }`: whether that file is of this build, which a page requests from a worker that waits. `activate`: it no longer waits,
 * which a person wanted, or which changes nothing for the page.
 */
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'activate') void self.skipWaiting()
  else if (typeof data?.has === 'string') ports[0]?.postMessage(files.includes(data.has))
})

function describe({ method, url, mode }: Request) {
  return { method, url, isNavigation: mode === 'navigate' }
}

/** A few at a time, with pauses, and after all else: the hundreds at once, a press would wait behind them for what it needs. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shellCache)
  const requests = files.map((name) => new Request(name, { priority: 'low' }))
  try {
    for (let at = 0; at < requests.length; at += keptAtOnce) {
      await cache.addAll(requests.slice(at, at + keptAtOnce))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } catch (cause) {
    // A part of a build starts nothing, and would be taken for the build before.
    await caches.delete(shellCache)
    throw cause
  }
}

/** The files of the build before stay: other tabs may still run it, and the server no longer has them. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys()
  const shells = names.filter(isOlderShell)
  const covers = names.filter((name) => name.startsWith('covers-') && name !== coverCache)
  await Promise.all([...shells.slice(0, -1), ...covers].map((name) => caches.delete(name)))
}

const isOlderShell = (name: string) =>
  name.startsWith(shellPrefix) && !name.slice(shellPrefix.length).includes('/') && name !== shellCache

/** Returns the newest page while there is a connection, the kept one without. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match(root, { cacheName: shellCache })
    if (kept) return kept
    throw cause
  }
}

/** Built files carry a hash in their names, so a kept one is the right one; of the others this build has its own. */
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

/** Keys come in the order they were put, so the first are the oldest. */
async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxCovers)).map((key) => cache.delete(key)))
}
