/** Reads what a user may see in this API, a whole page at a time: works, songs, and circles and voice actors as artists. */
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { collectInSteps, readInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listFollowRows } from '../../follows/follows.store.ts'
import type { MediaSources } from '../../library/media/links.ts'
import { findTracks } from '../../library/media/tracks.store.ts'
import { findFavorites } from '../../marks/favorites.store.ts'
import { listMarkRows } from '../../marks/marks.store.ts'
import type { FavoriteSources } from '../../marks/marks.use-cases.ts'
import { isFinished } from '../../progress/progress.rules.ts'
import { listProgress } from '../../progress/progress.store.ts'
import { type ListWorksInput, listKeys } from '../../works/list-works.use-cases.ts'
import { listEntities, type ShownEntity } from '../door-entities.ts'
import { libraryFilterOf, readDoorWorks } from '../door-works.ts'
import { albumOf, folderOf, type ShownWork } from './elements.rules.ts'
import { idOf, type Page, type ParsedId } from './params.rules.ts'
import { type Element, IncrementalList, type ResponseElement } from './response.rules.ts'

export interface LibrarySources extends FavoriteSources, MediaSources {}

export async function findKeys(
  sources: LibrarySources,
  {
    filter = {},
    sort,
    seed,
    page,
  }: Partial<Pick<ListWorksInput, 'filter' | 'sort' | 'seed'>> & { page: Page },
  context: Context,
): Promise<readonly number[]> {
  const query = { filter: { ...filter, ...libraryFilterOf(context) }, sort, seed }
  const { keys } = await listKeys(sources, { ...query, offset: page.offset, limit: page.count }, context)
  return keys
}

/** Works read per step: apps copy the library in pages of hundreds. */
const step = 5

/** Returns the visible ones of the works in steps, in the given order. */
export const worksInSteps = (
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): AsyncIterable<readonly ShownWork[]> => readInSteps(keys, step, (some) => readSome(sources, some, context))

/** Returns the same in one array, for short lists. */
export const readWorks = (
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownWork[]> => collectInSteps(keys, step, (some) => readSome(sources, some, context))

async function readSome(
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownWork[]> {
  const { db, dictionary, viewers } = sources
  const { userKey, door } = requirePerson(context)
  const showsCatalogue = door?.showsCatalogue === true
  const works = await readDoorWorks(sources, { keys, showsCatalogue }, context)
  if (works.length === 0) return []
  const shown = works.map(({ key }) => key)
  const [marks, starred, places] = await Promise.all([
    listMarkRows(db, userKey, shown),
    findFavorites(db, userKey, shown),
    listProgress(db, [userKey], shown),
  ])
  const viewer = viewers.viewer(context)
  const ratingOf = new Map(marks.map(({ work_key, rating }) => [work_key, rating]))
  const placeOf = new Map(places.map((place) => [place.work_key, place]))
  return works.map(({ key, card, row, tracks }): ShownWork => {
    const place = placeOf.get(key)
    const isOver =
      !place ||
      isFinished({ finishedMs: place.finished_ms ?? undefined, play: { startedMs: place.play_started_ms } })
    return {
      key,
      card,
      addedAt: row.added_at ?? row.created_at,
      series:
        row.series_key === null ? undefined : dictionary.findEntity('series', row.series_key, viewer)?.name,
      tracks,
      rating: ratingOf.get(key) ?? undefined,
      starredAt: starred.get(key),
      place: isOver ? undefined : { fileId: place.track_id, ms: place.position_ms },
    }
  })
}

/** Throws `notFound` if the work is hidden, or not part of this library. */
export async function readWork(sources: LibrarySources, id: string, context: Context): Promise<ShownWork> {
  const key = sources.dictionary.findKey('works', id)
  const [work] = key === undefined ? [] : await readWorks(sources, [key], context)
  if (!work) throw new AppError('notFound')
  return work
}

export interface ShownSong {
  readonly work: ShownWork
  readonly track: ShownWork['tracks'][number]
}

/** Returns the songs with these track IDs, in the given order, without hidden ones. */
export async function readSongs(
  sources: LibrarySources,
  ids: readonly string[],
  context: Context,
): Promise<ShownSong[]> {
  const rows = await collectInSteps([...new Set(ids)], step, (some) => findTracks(sources.db, some))
  const works = await readWorks(sources, [...new Set(rows.map(({ work_key }) => work_key))], context)
  const songs = new Map(works.flatMap((work) => work.tracks.map((track) => [track.id, { work, track }])))
  return ids.flatMap((id) => songs.get(id) ?? [])
}

export async function readSong(sources: LibrarySources, id: string, context: Context): Promise<ShownSong> {
  const [song] = await readSongs(sources, [id], context)
  if (!song) throw new AppError('notFound')
  return song
}

const kindOf = { maker: 'makers', artist: 'artists' } as const

/** Throws `notFound` if the user can see no work of the entity. */
function readEntity(sources: LibrarySources, { kind, id }: ParsedId, context: Context): ShownEntity {
  const entityKind = kindOf[kind === 'artist' ? 'artist' : 'maker']
  const key = sources.dictionary.findKey(entityKind, id)
  const [entity] =
    key === undefined ? [] : listEntities(sources, { kind: entityKind, only: new Set([key]) }, context)
  if (!entity) throw new AppError('notFound')
  return entity
}

/** Returns the circles that the user follows, with the time of each follow. */
export async function followedMakers({ db, dictionary }: LibrarySources, context: Context) {
  const rows = await listFollowRows(db, requirePerson(context).userKey)
  return new Map(
    rows.flatMap(({ kind, id, followedAt }): [number, string][] => {
      const key = kind === 'makers' ? dictionary.findKey('makers', id) : undefined
      return key === undefined ? [] : [[key, followedAt]]
    }),
  )
}

export const artistOf = (
  { key, id, name, workCount }: ShownEntity,
  followed: ReadonlyMap<number, string> = new Map(),
  kind: 'maker' | 'artist' = 'maker',
): Element => ({
  id: idOf(kind, id),
  name,
  albumCount: workCount,
  coverArt: idOf(kind, id),
  starred: kind === 'maker' ? followed.get(key) : undefined,
  roles: [kind === 'maker' ? 'albumartist' : 'artist'],
})

/** Circles per step, since there may be very many. */
const atOnce = 500

/** Lists circles by the first character of their names. Each list is written in steps. */
export async function listIndexes(sources: LibrarySources, context: Context): Promise<IncrementalList> {
  const followed = await followedMakers(sources, context)
  const makers = listEntities(sources, { kind: 'makers' }, context)
  const letters = await collectInSteps(makers, atOnce, (some) => some.map(letterOf))
  const byLetter = [...Map.groupBy(makers, (_, at) => letters[at] ?? '#')]
  const artistsOf = (some: readonly ShownEntity[]) =>
    readInSteps(some, atOnce, (part) => part.map((maker) => artistOf(maker, followed)))
  return new IncrementalList(
    readInSteps(byLetter, 1, (some) =>
      some.map(([name, ofLetter]) => ({ name, artist: new IncrementalList(artistsOf(ofLetter)) })),
    ),
  )
}

function letterOf({ name }: ShownEntity): string {
  const [first = ''] = name.trim().normalize('NFKC').toUpperCase()
  return /\p{L}/u.test(first) ? first : '#'
}

/** Albums written per step. */
const albumsAtOnce = 50

const written = (works: readonly ShownWork[], elementOf: (work: ShownWork) => Element): IncrementalList =>
  new IncrementalList(readInSteps(works, albumsAtOnce, (some) => some.map(elementOf)))

/** Longer lists of one circle are truncated. */
const maxWorks = 1_000

/** Returns the visible works of a circle or a voice actor. */
export async function worksBy(
  sources: LibrarySources,
  { kind, id }: ParsedId,
  context: Context,
): Promise<ShownWork[]> {
  const filter = kind === 'artist' ? { artists: [id] } : { makers: [id] }
  const page = { offset: 0, count: maxWorks }
  const keys = await findKeys(sources, { filter, sort: 'releaseDateDesc', page }, context)
  return readWorks(sources, keys, context)
}

/** Returns the best-selling work of an artist, whose cover represents them. */
export async function findRepresentativeWork(
  sources: LibrarySources,
  named: ParsedId,
  context: Context,
): Promise<ShownWork> {
  const { id } = readEntity(sources, named, context)
  const filter = named.kind === 'artist' ? { artists: [id] } : { makers: [id] }
  const page = { offset: 0, count: 1 }
  const keys = await findKeys(sources, { filter, sort: 'salesDesc', page }, context)
  const [first] = await readWorks(sources, keys, context)
  if (!first) throw new AppError('notFound')
  return first
}

export async function getArtist(
  sources: LibrarySources,
  named: ParsedId,
  context: Context,
): Promise<ResponseElement> {
  const entity = readEntity(sources, named, context)
  const works = await worksBy(sources, { ...named, id: entity.id }, context)
  const shown = artistOf(
    entity,
    await followedMakers(sources, context),
    named.kind === 'artist' ? 'artist' : 'maker',
  )
  return { ...shown, albumCount: works.length, album: written(works, albumOf) }
}

/** Returns a circle as a folder that contains its works. */
export async function listFolders(
  sources: LibrarySources,
  named: ParsedId,
  context: Context,
): Promise<ResponseElement> {
  const { id, name } = readEntity(sources, named, context)
  const works = await worksBy(sources, { ...named, id }, context)
  return { id: idOf(named.kind, id), name, child: written(works, folderOf) }
}

/** Throws `notFound` if the artist is not visible, for calls without data about it. */
export function checkArtist(sources: LibrarySources, named: ParsedId, context: Context): void {
  readEntity(sources, named, context)
}

/** Lists genres; clients identify them by name only. */
export const listGenres = (sources: LibrarySources, context: Context): readonly ShownEntity[] =>
  listEntities(sources, { kind: 'genres' }, context)
