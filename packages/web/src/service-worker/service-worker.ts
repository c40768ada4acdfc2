/** Starts the app without a connection and keeps covers at hand. Responses of the API are never cached. */
import { decide } from './routing.rules.ts'

declare const self: ServiceWorkerGlobalScope

declare global {
  /** Filled in at build: the files of this build and a hash over their names. */
  var koedanaShell: { readonly version: string; readonly files: readonly string[] }
}

const shell = globalThis.koedanaShell
const shellCache = `shell-${shell.version}`
const coverCache = 'covers-1'
/** The bound is about 40 MB at the middle size. */
const maxCovers = 1_500

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shellCache).then((cache) => cache.addAll(shell.files)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const decision = decide({ ...describe(request), origin: self.location.origin })
  if (decision === 'page') event.respondWith(page(request))
  if (decision === 'cover') event.respondWith(cover(request))
  if (decision === 'file') event.respondWith(file(request))
})

function describe({ method, url, mode }: Request) {
  return { method, url, isNavigation: mode === 'navigate' }
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name !== shellCache && name !== coverCache)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** The newest page while there is a connection, the kept one without. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match('/')
    if (kept) return kept
    throw cause
  }
}

/** Built files carry a hash in their names, so a kept one is the right one. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

async function cover(request: Request): Promise<Response> {
  const cache = await caches.open(coverCache)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(cache, request, answer.clone())
  return answer
}

/** Keys come in the order they were put, so the first are the oldest. */
async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxCovers)).map((key) => cache.delete(key)))
}
