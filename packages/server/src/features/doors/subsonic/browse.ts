/** Lists albums and songs in every order that clients know, and searches. */

import { randomInt } from 'node:crypto'
import { SearchText, type WorkFilter, type WorkSort } from '@koedana/contract/filters.ts'
import * as v from 'valibot'
import { toIndexFilter as indexFilterOf } from '../../../domain/query.rules.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listFavoriteKeys } from '../../marks/favorites.store.ts'
import { listTopWorks } from '../../progress/hours.store.ts'
import { listLatestProgress } from '../../progress/progress.store.ts'
import { listEntities } from '../door-entities.ts'
import { libraryFilterOf } from '../door-works.ts'
import { preferredOf, type ShownWork, songOf } from './elements.rules.ts'
import {
  artistOf,
  findKeys,
  followedMakers,
  type LibrarySources,
  listGenres,
  readWorks,
  type ShownSong,
  worksInSteps,
} from './library.ts'
import { numberOf, type Page, pageOf, type Query } from './params.rules.ts'
import { requiredParam } from './params.ts'
import type { Element } from './response.rules.ts'
import { type ListSongs, stableSort } from './songs.ts'

const orders: Readonly<Record<string, WorkSort>> = {
  random: 'random',
  newest: 'recentlyAdded',
  highest: 'ratingDesc',
  // Our lists have no order by name. Clients of these two orders need each work once, in a stable order.
  alphabeticalByName: 'releaseDateAsc',
  alphabeticalByArtist: 'releaseDateAsc',
}

/** getAlbumList and getAlbumList2. Throws `malformed` if the type is missing or unknown. */
export async function* listAlbums(
  sources: LibrarySources,
  query: Query,
  context: Context,
): AsyncGenerator<readonly ShownWork[]> {
  const type = requiredParam(query, 'type')
  const page = pageOf(query, { count: 'size', offset: 'offset' }, 10)
  if (type === 'frequent' || type === 'recent' || type === 'starred') {
    const keys = await ownKeys(sources, type, context)
    const works = await readWorks(sources, keys, context)
    yield works.slice(page.offset, page.offset + page.count)
    return
  }
  const order = orderOf(sources, { type, query }, context)
  if (!order) return
  const keys = await findKeys(sources, { ...order, seed: randomInt(1_000_000), page }, context)
  yield* worksInSteps(sources, keys, context)
}

/** Maximum entries in lists of the user's own works. */
const maxOwn = 500

async function ownKeys(
  { db }: LibrarySources,
  type: 'frequent' | 'recent' | 'starred',
  context: Context,
): Promise<number[]> {
  const { userKey } = requirePerson(context)
  if (type === 'starred') return (await listFavoriteKeys(db, userKey)).slice(0, maxOwn)
  if (type === 'recent')
    return (await listLatestProgress(db, userKey, maxOwn)).map(({ work_key }) => work_key)
  return (await listTopWorks(db, { userKey, from: 0, count: maxOwn })).map(({ workKey }) => workKey)
}

interface Order {
  readonly filter: WorkFilter
  readonly sort: WorkSort
}

/** Returns undefined for a genre without visible works. */
function orderOf(
  sources: LibrarySources,
  { type, query }: { readonly type: string; readonly query: Query },
  context: Context,
): Order | undefined {
  if (type === 'byGenre') {
    const filter = genreFilter(sources, requiredParam(query, 'genre'), context)
    return filter && { filter, sort: 'releaseDateDesc' }
  }
  if (type === 'byYear') {
    const [from, to] = [yearOf(requiredParam(query, 'fromYear')), yearOf(requiredParam(query, 'toYear'))]
    return {
      filter: between(Math.min(from, to), Math.max(from, to)),
      sort: from > to ? 'releaseDateDesc' : 'releaseDateAsc',
    }
  }
  const sort = Object.hasOwn(orders, type) ? orders[type] : undefined
  if (sort === undefined) throw new AppError('malformed')
  return { filter: {}, sort }
}

const yearOf = (text: string | undefined, usual = 1000) =>
  Math.max(1000, numberOf(text, { usual, most: 9999 }))

const between = (from: number, to: number): WorkFilter => ({
  releaseDateStart: `${from}-01-01`,
  releaseDateEnd: `${to}-12-31`,
})

function genreFilter(sources: LibrarySources, name: string, context: Context): WorkFilter | undefined {
  const genre = listGenres(sources, context).find((one) => one.name === name)
  return genre && { genres: [genre.id] }
}

/** getSongsByGenre. */
export async function* listSongsOfGenre(
  sources: LibrarySources,
  { query, listSongs }: { readonly query: Query; readonly listSongs: ListSongs },
  context: Context,
): AsyncGenerator<readonly ShownSong[]> {
  const filter = genreFilter(sources, requiredParam(query, 'genre'), context)
  const page = pageOf(query, { count: 'count', offset: 'offset' }, 10)
  if (filter) yield* listSongs({ filter, page }, context)
}

/** getTopSongs: finds a circle or a voice actor by name, and lists the songs of their works, best-selling work first. */
export async function listTopSongs(
  sources: LibrarySources,
  query: Query,
  context: Context,
): Promise<ShownSong[]> {
  const artist = requiredParam(query, 'artist')
  const count = numberOf(query.count, { usual: 50, most: 500 })
  for (const kind of ['makers', 'artists'] as const) {
    const found = listEntities(sources, { kind, text: artist }, context).find(({ name }) => name === artist)
    if (!found) continue
    const page = { offset: 0, count }
    const keys = await findKeys(sources, { filter: { [kind]: [found.id] }, sort: 'salesDesc', page }, context)
    const works = await readWorks(sources, keys, context)
    return works.flatMap((work) => preferredOf(work).map((track) => ({ work, track }))).slice(0, count)
  }
  return []
}

/** Random songs are drawn from this many works. */
const maxDrawn = 100

/** getRandomSongs. */
export async function listRandomSongs(
  sources: LibrarySources,
  query: Query,
  context: Context,
): Promise<Element[]> {
  const genre = query.genre ? genreFilter(sources, query.genre, context) : {}
  if (!genre) return []
  const hasYears = query.fromYear !== undefined || query.toYear !== undefined
  const years = hasYears ? between(yearOf(query.fromYear), yearOf(query.toYear, 9999)) : {}
  const size = numberOf(query.size, { usual: 10, most: 500 })
  const page = { offset: 0, count: Math.min(size, maxDrawn) }
  const seed = randomInt(1_000_000)
  const keys = await findKeys(
    sources,
    { filter: { ...genre, ...years }, sort: 'random', seed, page },
    context,
  )
  const works = await readWorks(sources, keys, context)
  const songs = works.flatMap((work) => preferredOf(work).map((track) => songOf(work, track)))
  return drawn(songs).slice(0, size)
}

function drawn<T>(all: readonly T[]): T[] {
  const rest = [...all]
  return all.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

export interface SubsonicSearchResult {
  readonly artists: readonly Element[]
  readonly works: AsyncIterable<readonly ShownWork[]>
  readonly songs: AsyncIterable<readonly ShownSong[]>
}

/** search2 and search3. The empty query, which may be two quotes, lists everything in a stable order. */
export async function search(
  sources: LibrarySources,
  { query, listSongs }: { readonly query: Query; readonly listSongs: ListSongs },
  context: Context,
): Promise<SubsonicSearchResult> {
  const text = v.safeParse(SearchText, (query.query ?? '').replace(/^"(.*)"$/, '$1').trim())
  if (!text.success) throw new AppError('malformed')
  const q = text.output
  const filter: WorkFilter = q === '' ? {} : { q }
  const part = (name: string): Page => pageOf(query, { count: `${name}Count`, offset: `${name}Offset` }, 20)
  const [artists, albums, songs] = [part('artist'), part('album'), part('song')]
  const followed = await followedMakers(sources, context)
  const makers =
    artists.count === 0 ? [] : listEntities(sources, { kind: 'makers', text: q, page: artists }, context)
  const wanted = { filter, sort: stableSort(filter), page: albums }
  const keys = albums.count === 0 ? [] : await findKeys(sources, wanted, context)
  return {
    artists: makers.map((maker) => artistOf(maker, followed)),
    works: worksInSteps(sources, keys, context),
    songs: listSongs({ filter, page: songs }, context),
  }
}

/** getStarred and getStarred2: favorite works and followed circles. A song is starred if its work is. */
export async function listStarred(sources: LibrarySources, context: Context) {
  const followed = await followedMakers(sources, context)
  const only = new Set(followed.keys())
  const makers = listEntities(sources, { kind: 'makers', only }, context)
  const works = await readWorks(sources, await ownKeys(sources, 'starred', context), context)
  return { artist: makers.map((maker) => artistOf(maker, followed)), works }
}

/** Returns up to 20 similar works of the library. */
export const listSimilarWorks = async (
  sources: LibrarySources,
  { key }: ShownWork,
  context: Context,
): Promise<ShownWork[]> => {
  const { catalogue, dictionary, viewers } = sources
  const filter = indexFilterOf(libraryFilterOf(context), dictionary.findKey, [])
  const found = catalogue.current().similarWorks({ key, filter, limit: 20 }, viewers.viewer(context))
  return readWorks(
    sources,
    found.map((one) => one.key),
    context,
  )
}
