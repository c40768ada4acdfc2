/** What of the library a person may see at this door, read for whole pages at once. */
import { findWorkKey } from '@koedana/contract/values.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { inSteps, stepsOf } from '../../../lib/steps.ts'
import { personOf } from '../../auth/auth-sources.ts'
import type { MediaSources } from '../../library/media/links.ts'
import { findTracks } from '../../library/media/tracks.store.ts'
import { findFavorites } from '../../marks/favorites.store.ts'
import type { FavoriteSources } from '../../marks/favorites.use-cases.ts'
import { marksOf } from '../../marks/marks.use-cases.ts'
import { isFinished } from '../../progress/progress.rules.ts'
import { listProgress } from '../../progress/progress.store.ts'
import { type ListWorksInput, listKeys } from '../../works/list-works.use-cases.ts'
import { libraryOf, readDoorWorks } from '../door-works.ts'
import type { Page } from './params.rules.ts'
import type { ShownWork } from './shapes.rules.ts'

export interface LibrarySources extends FavoriteSources, MediaSources {}

/** Keys of the works of a page. */
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
  const query = { filter: { ...filter, ...libraryOf(context) }, sort, seed }
  const { keys } = await listKeys(sources, { ...query, offset: page.offset, limit: page.count }, context)
  return keys
}

/** Works are read so many at once: apps copy the library by pages of hundreds. */
const step = 5

/** Those of the works that may be seen here, in the order given. */
export const worksInSteps = (
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): AsyncIterable<readonly ShownWork[]> => stepsOf(keys, step, (some) => readSome(sources, some, context))

/** The same at once, where they are few. */
export const readWorks = (
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownWork[]> => inSteps(keys, step, (some) => readSome(sources, some, context))

async function readSome(
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownWork[]> {
  const { db, dictionary, viewers } = sources
  const { userKey, door } = personOf(context)
  const showsCatalogue = door?.showsCatalogue === true
  const works = await readDoorWorks(sources, { keys, showsCatalogue }, context)
  if (works.length === 0) return []
  const shown = works.map(({ key }) => key)
  const [marks, starred, places] = await Promise.all([
    marksOf(sources, userKey, shown),
    findFavorites(db, userKey, shown),
    listProgress(db, [userKey], shown),
  ])
  const viewer = viewers.viewer(context)
  const placeOf = new Map(places.map((place) => [place.work_key, place]))
  return works.flatMap(({ key, card, row, tracks }, at): ShownWork[] => {
    const [mark, place] = [marks[at], placeOf.get(key)]
    if (!mark) return []
    const isOver =
      !place ||
      isFinished({ finishedMs: place.finished_ms ?? undefined, play: { startedMs: place.play_started_ms } })
    return [
      {
        key,
        card,
        addedAt: row.added_at ?? row.created_at,
        series:
          row.series_key === null ? undefined : dictionary.findEntity('series', row.series_key, viewer)?.name,
        tracks,
        mark,
        starredAt: starred.get(key),
        place: isOver ? undefined : { fileId: place.track_id, ms: place.position_ms },
      },
    ]
  })
}

/** Throws `notFound` for a work that is hidden, or that this door does not show. */
export async function readWork(sources: LibrarySources, id: string, context: Context): Promise<ShownWork> {
  const key = findWorkKey(id)
  const [work] = key === undefined ? [] : await readWorks(sources, [key], context)
  if (!work) throw new AppError('notFound')
  return work
}

export interface ShownSong {
  readonly work: ShownWork
  readonly track: ShownWork['tracks'][number]
}

/** The songs behind ids of tracks, in the order given; what cannot be seen is left out. */
export async function readSongs(
  sources: LibrarySources,
  ids: readonly string[],
  context: Context,
): Promise<ShownSong[]> {
  const rows = await inSteps([...new Set(ids)], step, (some) => findTracks(sources.db, some))
  const works = await readWorks(sources, [...new Set(rows.map(({ work_key }) => work_key))], context)
  const songs = new Map(works.flatMap((work) => work.tracks.map((track) => [track.id, { work, track }])))
  return ids.flatMap((id) => songs.get(id) ?? [])
}

export async function readSong(sources: LibrarySources, id: string, context: Context): Promise<ShownSong> {
  const [song] = await readSongs(sources, [id], context)
  if (!song) throw new AppError('notFound')
  return song
}
