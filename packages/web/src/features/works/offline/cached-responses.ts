/**
 * Keeps the last responses of the pages that one reads again, for the person who got them: without a connection a page is drawn
 * from them, and says from when they are. They lie in Cache Storage, under names that say nothing of what they are.
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
import { coversPath, keptCacheOf, responsesPath } from '../../../lib/kept-work.rules.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { rest } from '../../../lib/scrolling.ts'
import { trackLyricsQuery } from '../../../player/screens/lyrics-choice.ts'
import { playedTracks } from '../track-choice.ts'
import { workFilesQuery, workQuery } from '../work-query.ts'
import { isKeptQuery, oldest, type ReceivedResponse } from './cached-responses.rules.ts'
import type { KeptStore } from './kept-store.ts'

export interface Connection {
  /** The server cannot be reached: what is on screen may be old. */
  readonly isAway: boolean
  /** Grows with each change of what is shown. */
  readonly shown: number
}

export const useConnection = create<Connection>(() => ({ isAway: !navigator.onLine, shown: 0 }))

/** Returns when the oldest response on screen was received, in milliseconds since 1970. */
export function shownSince(): number | undefined {
  const queries = queryClient.getQueryCache().findAll({ type: 'active' })
  return oldest(queries.map(({ queryHash, queryKey, state }) => received(queryHash, queryKey, state)))
}

const received = (
  hash: string,
  key: QueryKey,
  { data, dataUpdatedAt }: Query['state'],
): ReceivedResponse => ({
  key,
  at: data === undefined ? undefined : (receivedAt.get(hash) ?? dataUpdatedAt),
})

/** When those were received that came from this device, by the hashes of their queries. */
const receivedAt = new Map<string, number>()

/** Called once. What pages request from then on is kept, and what cannot be had is taken from what was. */
export function keepResponses(): void {
  const { queries, ...defaults } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, persister } })
  // The first page has begun to load by now.
  const begun = new Set(queryClient.getQueryCache().getAll())
  const cacheName = currentCacheName()
  const keepBegun = (query: Query) => {
    const { queryHash, queryKey, state } = query
    if (state.data === undefined || !begun.delete(query)) return
    // What came from this device is as old as it was.
    if (receivedAt.has(queryHash) || !isKeptQuery(queryKey)) return
    void keep(cacheName, queryHash, { data: state.data, at: state.dataUpdatedAt })
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
    // What was restored is no choice that somebody has made just now.
    const isRestored = action.dataUpdatedAt === receivedAt.get(query.queryHash)
    if (action.manual && !isRestored && query.queryKey[0] === 'account') void forgetResponses()
    keepBegun(query)
    useConnection.setState(({ shown }) => ({ shown: shown + 1 }))
  })
  // What somebody no longer wants to see is not drawn later, either.
  useContentChoices.subscribe(() => void forgetResponses())
}

async function forgetResponses(): Promise<void> {
  if ('caches' in window) await caches.delete(currentCacheName())
}

/**
 * Keeps the page of a work, its lyrics and its cover for as long as the work is kept, whatever else is read: it can be opened
 * and read along without a connection. What was pinned lately is not loaded again.
 */
export async function pinPage(workId: string, files: WorkFiles, store: KeptStore): Promise<void> {
  const nameOf = async (key: QueryKey) => `${responsesPath}${await digest(hashKey(key))}?work=${workId}`
  const pin = async (key: QueryKey, data: unknown) =>
    store.put(await nameOf(key), Response.json({ data, at: Date.now(), build }))
  const isPinned = async (key: QueryKey) => {
    const known: Stored<unknown> | undefined = await (await store.match(await nameOf(key)))?.json()
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
  // It comes last: where it is, the cover is.
  await pin(page.queryKey, work)
}

/** A day: its title or its lyrics may be others by then. */
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
    if (isKeptQuery(queryKey)) void keep(cacheName, queryHash, { data, at: Date.now() })
    if (navigator.onLine) useConnection.setState({ isAway: false })
    return data
  } catch (error) {
    if (isRefused(error)) void forget(cacheName, queryHash)
    // A connection that is there may have failed only once.
    if (!isLost(error) || (navigator.onLine && state.fetchFailureCount === 0)) throw error
    useConnection.setState({ isAway: true })
    const kept = cacheName === currentCacheName() ? await recall<T>(cacheName, queryHash) : undefined
    if (!kept) throw error
    receivedAt.set(queryHash, kept.at)
    return kept.data
  }
}

/** Gives a query that failed what was kept of it. */
async function restore(query: Query): Promise<void> {
  if (query.state.data !== undefined || !isLost(query.state.error)) return
  useConnection.setState({ isAway: true })
  const kept = await recall<unknown>(currentCacheName(), query.queryHash)
  if (!kept || query.state.data !== undefined) return
  receivedAt.set(query.queryHash, kept.at)
  query.setData(kept.data, { updatedAt: kept.at, manual: true })
}

/** A proxy says so for a server that is gone. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** It is hidden, or gone: nor is it drawn from what was known of it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 410].includes(error.status)

/** Returns the cache of the account that is signed in at this moment. A user who may see less than before has another cache. */
function currentCacheName(): string {
  const user = storedUser()
  return `answers:${user ? `${user.id}:${user.ageRestriction}` : 'visitor'}`
}

interface Kept<T> {
  readonly data: T
  readonly at: number
}

interface Stored<T> extends Kept<T> {
  readonly build: string
}

/** They take about a megabyte or two. */
const mostKept = 200
/** Another build may expect responses of another shape; those of kept works are loaded again with the next connection instead. */
const build = import.meta.url

async function keep(cacheName: string, hash: string, response: Kept<unknown>): Promise<void> {
  if (!('caches' in window)) return
  // The response is drawn first, and the list that wants the next one.
  await rest()
  if (cacheName !== currentCacheName()) return
  try {
    const cache = await caches.open(cacheName)
    const name = `/answers/${await digest(hash)}`
    // The keys come in the order they were put: the first are the oldest.
    await cache.delete(name)
    await cache.put(name, Response.json({ ...response, build }))
    // Meanwhile somebody else may have signed in: what was deleted then must not come back.
    if (cacheName !== currentCacheName()) await caches.delete(cacheName)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -mostKept).map((key) => cache.delete(key)))
  } catch {
    // There may be no room: the page has its response all the same.
  }
}

async function forget(cacheName: string, hash: string): Promise<void> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return
  await (await caches.open(cacheName)).delete(`/answers/${await digest(hash)}`)
}

async function recall<T>(cacheName: string, hash: string): Promise<Kept<T> | undefined> {
  if (!('caches' in window)) return undefined
  const name = await digest(hash)
  const userId = currentUser()?.id
  const own = await caches.match(`/answers/${name}`, { cacheName })
  const kept: Stored<T> | undefined = await own?.json()
  if (kept?.build === build) return kept
  if (userId === undefined) return undefined
  const pinned = await caches.match(responsesPath + name, {
    cacheName: keptCacheOf(userId),
    ignoreSearch: true,
  })
  return pinned?.json()
}

/** Keys of queries name what was read and searched, some even a token. */
async function digest(hash: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hash))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
