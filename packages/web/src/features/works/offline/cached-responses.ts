/**
 * Caches the latest responses of common pages for the user who received them. Without a connection, pages are rendered from them with a
 * note on their age. They are in Cache Storage, under hashed names.
 */
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { WorkFiles } from '@koedana/contract/works.ts'
import {
  hashKey,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { create } from 'zustand'
import { useContentChoices } from '../../../domain/content-choices.ts'
import { coverUrl } from '../../../domain/cover-url.ts'
import { currentUser, storedUser } from '../../../domain/session.ts'
import { coversPath, offlineCacheName, responsesPath } from '../../../lib/offline-work.rules.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { waitForScrollEnd } from '../../../lib/scrolling.ts'
import { trackLyricsQuery } from '../../../player/screens/lyrics-choice.ts'
import { playedTracks } from '../track-choice.ts'
import { workFilesQuery, workQuery } from '../work-query.ts'
import { isCachedQuery, oldestResponseAt, type ReceivedResponse } from './cached-responses.rules.ts'
import type { OfflineStore } from './offline-store.ts'

export interface Connection {
  /** Whether the server is unreachable, so that the page may be outdated. */
  readonly isAway: boolean
  /** Increases whenever the shown data changes. */
  readonly shown: number
}

export const useConnection = create<Connection>(() => ({ isAway: !navigator.onLine, shown: 0 }))

/** Returns the time at which the oldest response on screen was received, in milliseconds since the Unix epoch. */
export function shownSince(): number | undefined {
  const queries = queryClient.getQueryCache().findAll({ type: 'active' })
  return oldestResponseAt(
    queries.map(({ queryHash, queryKey, state }) => received(queryHash, queryKey, state)),
  )
}

const received = (
  hash: string,
  key: QueryKey,
  { data, dataUpdatedAt }: Query['state'],
): ReceivedResponse => ({
  key,
  at: data === undefined ? undefined : (receivedAt.get(hash) ?? dataUpdatedAt),
})

/** The original times of responses from this cache, by query hash. */
const receivedAt = new Map<string, number>()

/** Starts caching the responses that pages request, and falls back to the cache when a request fails. Call it once. */
export function startResponseCache(): void {
  const { queries, ...defaults } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, persister } })
  // Queries of the first page may have started already.
  const begun = new Set(queryClient.getQueryCache().getAll())
  const cacheName = currentCacheName()
  const keepBegun = (query: Query) => {
    const { queryHash, queryKey, state } = query
    if (state.data === undefined || !begun.delete(query)) return
    // Data from this cache keeps its original age.
    if (receivedAt.has(queryHash) || !isCachedQuery(queryKey)) return
    void writeCached(cacheName, queryHash, { data: state.data, at: state.dataUpdatedAt })
  }
  for (const query of begun) {
    keepBegun(query)
    void restore(query)
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'error') void restore(query)
    if (action.type !== 'success') return
    // Restored data is not a change by the user.
    const isRestored = action.dataUpdatedAt === receivedAt.get(query.queryHash)
    if (action.manual && !isRestored && query.queryKey[0] === 'account') void forgetResponses()
    keepBegun(query)
    useConnection.setState(({ shown }) => ({ shown: shown + 1 }))
  })
  // Discards responses that may contain content which the user has hidden now.
  useContentChoices.subscribe(() => void forgetResponses())
}

async function forgetResponses(): Promise<void> {
  if ('caches' in window) await caches.delete(currentCacheName())
}

/** Stores the page, lyrics and cover of an offline work for as long as the work is stored. Recently stored parts are not loaded again. */
export async function storePage(workId: string, files: WorkFiles, store: OfflineStore): Promise<void> {
  const nameOf = async (key: QueryKey) => `${responsesPath}${await digest(hashKey(key))}?work=${workId}`
  const pin = async (key: QueryKey, data: unknown) =>
    store.put(await nameOf(key), Response.json({ data, at: Date.now(), build }))
  const isPinned = async (key: QueryKey) => {
    const known: CachedResponseWithBuild<unknown> | undefined = await (
      await store.match(await nameOf(key))
    )?.json()
    return known?.build === build && Date.now() - known.at < pinAgainMs
  }
  await pin(workFilesQuery(workId).queryKey, files)
  for (const { id } of playedTracks(workId, files.tracks).filter(({ hasLyrics }) => hasLyrics)) {
    const lyrics = trackLyricsQuery(id)
    if (!(await isPinned(lyrics.queryKey))) await pin(lyrics.queryKey, await queryClient.fetchQuery(lyrics))
  }
  const page = workQuery(workId)
  if (await isPinned(page.queryKey)) return
  const work = await queryClient.fetchQuery(page)
  const signature = work.cover?.signature
  if (work.cover && signature) {
    const picture = await fetch(coverUrl(workId, { ...work.cover, signature }, 480))
    if (picture.ok) await store.put(coversPath + workId, picture)
  }
  // Stored last: if the page is stored, so is the cover.
  await pin(page.queryKey, work)
}

/** One day, since the title or the lyrics may have changed by then. */
const pinAgainMs = 86_400_000

async function persister<T, Key extends QueryKey>(
  queryFn: QueryFunction<T, Key>,
  context: QueryFunctionContext<Key>,
  { queryHash, queryKey, state }: Query,
): Promise<T> {
  const cacheName = currentCacheName()
  try {
    const data = await queryFn(context)
    receivedAt.delete(queryHash)
    if (isCachedQuery(queryKey)) void writeCached(cacheName, queryHash, { data, at: Date.now() })
    if (navigator.onLine) useConnection.setState({ isAway: false })
    return data
  } catch (error) {
    if (isAccessDenied(error)) void deleteCached(cacheName, queryHash)
    // While the browser is online, the first failure may be temporary.
    if (!isLost(error) || (navigator.onLine && state.fetchFailureCount === 0)) throw error
    useConnection.setState({ isAway: true })
    const kept = cacheName === currentCacheName() ? await readCached<T>(cacheName, queryHash) : undefined
    if (!kept) throw error
    receivedAt.set(queryHash, kept.at)
    return kept.data
  }
}

/** Restores the cached data of a failed query. */
async function restore(query: Query): Promise<void> {
  if (query.state.data !== undefined || !isLost(query.state.error)) return
  useConnection.setState({ isAway: true })
  const kept = await readCached<unknown>(currentCacheName(), query.queryHash)
  if (!kept || query.state.data !== undefined) return
  receivedAt.set(query.queryHash, kept.at)
  query.setData(kept.data, { updatedAt: kept.at, manual: true })
}

/** Gateway errors of a proxy mean that the server is unreachable. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** The content is hidden or deleted, so its cached copy must not be shown either. */
const isAccessDenied = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 410].includes(error.status)

/** Returns the cache name of the current account. It includes the age limit, so that a user whose limit is lowered gets another cache. */
function currentCacheName(): string {
  const user = storedUser()
  return `answers:${user ? `${user.id}:${user.ageRestriction}` : 'visitor'}`
}

interface CachedResponse<T> {
  readonly data: T
  readonly at: number
}

interface CachedResponseWithBuild<T> extends CachedResponse<T> {
  readonly build: string
}

/** About one to two megabytes. */
const maxKept = 200
/** Other builds may expect responses of another shape; those of offline works are loaded again with the next connection. */
const build = import.meta.url

async function writeCached(
  cacheName: string,
  hash: string,
  response: CachedResponse<unknown>,
): Promise<void> {
  if (!('caches' in window)) return
  // Rendering this response and following requests comes first.
  await waitForScrollEnd()
  if (cacheName !== currentCacheName()) return
  try {
    const cache = await caches.open(cacheName)
    const name = `/answers/${await digest(hash)}`
    // Keys are in insertion order: deleting first moves the entry to the end, so that the first entries are the oldest.
    await cache.delete(name)
    await cache.put(name, Response.json({ ...response, build }))
    // Another user may have logged in meanwhile: a cache deleted at logout must not reappear.
    if (cacheName !== currentCacheName()) await caches.delete(cacheName)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -maxKept).map((key) => cache.delete(key)))
  } catch {
    // The storage may be full: the page works without the cache.
  }
}

async function deleteCached(cacheName: string, hash: string): Promise<void> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return
  await (await caches.open(cacheName)).delete(`/answers/${await digest(hash)}`)
}

async function readCached<T>(cacheName: string, hash: string): Promise<CachedResponse<T> | undefined> {
  if (!('caches' in window)) return undefined
  const name = await digest(hash)
  const userId = currentUser()?.id
  const own = await caches.match(`/answers/${name}`, { cacheName })
  const kept: CachedResponseWithBuild<T> | undefined = await own?.json()
  if (kept?.build === build) return kept
  if (userId === undefined) return undefined
  const pinned = await caches.match(responsesPath + name, {
    cacheName: offlineCacheName(userId),
    ignoreSearch: true,
  })
  return pinned?.json()
}

/** Hashed, because query keys contain what was read and searched, and some contain tokens. */
async function digest(hash: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hash))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
