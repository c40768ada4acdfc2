/** Bookmarks, play queues and playback reports, which all are the user's position in a work. */
import { workIdOf } from '@koedana/contract/values.ts'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { saveMark } from '../../marks/marks.use-cases.ts'
import { findContinued, getProgress, type ProgressSources } from '../../progress/progress.use-cases.ts'
import type { PlayReporter, ReportPlay } from '../door-plays.ts'
import { preferredOf, songOf } from './elements.rules.ts'
import { type LibrarySources, readSong, readSongs, readWorks, type ShownSong } from './library.ts'
import { numberOf, type Query, secondsOf } from './params.rules.ts'
import { readId, requiredId, requiredParam } from './params.ts'
import type { Element } from './response.rules.ts'

export type PositionSources = LibrarySources & ProgressSources

export interface PlaceRequest {
  readonly query: Query
  readonly listOf: DoorRequest['listOf']
  readonly reportPlay: ReportPlay
}

const maxBookmarks = 100

/** Lists the positions in unfinished works, most recently played first. */
export async function listBookmarks(sources: PositionSources, context: Context): Promise<Element[]> {
  const { continued } = await findContinued(sources, { count: maxBookmarks }, context)
  const places = continued.map(({ rest }) => rest)
  const songs = await readSongs(
    sources,
    places.map(({ fileId }) => fileId),
    context,
  )
  const songOfFile = new Map(songs.map((song) => [song.track.id, song]))
  const { username } = requirePerson(context).user
  return places.flatMap(({ fileId, position, updatedAt }) => {
    const song = songOfFile.get(fileId)
    // A work that was started over has no position yet.
    if (!song || (position === 0 && preferredOf(song.work)[0] === song.track)) return []
    const times = { created: updatedAt, changed: updatedAt }
    const entry = songOf(song.work, song.track)
    return [{ position: Math.round(position * 1000), username, comment: '', ...times, entry }]
  })
}

/** createBookmark: the position counts as explicitly chosen. */
export async function createBookmark(
  sources: PositionSources,
  request: PlaceRequest,
  context: Context,
): Promise<void> {
  const { query } = request
  const song = await readSong(sources, requiredId(query, 'id', ['song']).id, context)
  const position = secondsOf(requiredParam(query, 'position'))
  await request.reportPlay({ song, position, kind: 'seek', isChosen: true, client: clientOf(query) }, context)
}

const clientOf = ({ c = '' }: Query): string => c

/**
 * deleteBookmark. Apps send it when a song ends and when a user deletes a bookmark. The position is kept: the work is put on hold, and
 * returns with its next report.
 */
export async function deleteBookmark(
  sources: PositionSources,
  { query, plays }: { readonly query: Query; readonly plays: PlayReporter },
  context: Context,
): Promise<void> {
  const { work, track } = await readSong(sources, requiredId(query, 'id', ['song']).id, context)
  const { progress } = await getProgress(sources, work.card.id, context)
  if (!progress || progress.finished || progress.fileId !== track.id) return
  await saveMark(sources, { id: work.card.id, progress: 'postponed' }, context)
  // An earlier play must not count as resuming the work.
  plays.forget(work, context)
}

/** savePlayQueue and savePlayQueueByIndex: only the current song and its position are saved. */
export async function saveQueue(
  sources: PositionSources,
  request: PlaceRequest & { readonly isByIndex: boolean },
  context: Context,
): Promise<void> {
  const { query, isByIndex } = request
  const ids = request.listOf('id')
  // An empty queue means that it was cleared, which does not change any position.
  if (ids.length === 0) return
  const index = isByIndex ? requiredParam(query, 'currentIndex') : undefined
  const current =
    index === undefined
      ? (query.current ?? ids[0])
      : ids[numberOf(index, { usual: ids.length, most: ids.length })]
  if (current === undefined) throw new AppError('malformed')
  const { kind, id } = readId(current)
  if (kind !== 'song') throw new AppError('notFound')
  const song = await readSong(sources, id, context)
  const position = secondsOf(query.position)
  await request.reportPlay(
    { song, position, kind: 'beat', isChosen: false, client: clientOf(query) },
    context,
  )
}

/** getPlayQueue and getPlayQueueByIndex: the songs of the most recently played work, at the user's position. */
export async function readQueue(
  sources: PositionSources,
  { isByIndex }: { readonly isByIndex: boolean },
  context: Context,
): Promise<Element> {
  const { continued } = await findContinued(sources, { count: 1 }, context)
  const [last] = continued
  const [work] = last ? await readWorks(sources, [last.workKey], context) : []
  const current = work?.tracks.find(({ id }) => id === last?.rest.fileId)
  if (!last || !work || !current) return emptyQueue(context)
  const { position, updatedAt } = last.rest
  const preferred = preferredOf(work)
  const queue = preferred.includes(current) ? preferred : [current]
  const { progress } = await getProgress(sources, workIdOf(last.workKey), context)
  const entry = queue.map((track) => songOf(work, track))
  const at = queue.indexOf(current)
  return {
    ...(isByIndex ? { currentIndex: at } : { current: String(entry[at]?.id) }),
    position: Math.round(position * 1000),
    username: requirePerson(context).user.username,
    changed: updatedAt,
    changedBy: progress?.device ?? '',
    entry,
  }
}

/** An empty queue, older than any queue of an app. */
const emptyQueue = (context: Context): Element => ({
  username: requirePerson(context).user.username,
  changed: new Date(0).toISOString(),
  changedBy: '',
  entry: [],
})

const states = new Set(['starting', 'playing', 'paused', 'stopped'])
/** A stop this close to the end, in seconds, counts as finished. */
const endSeconds = 10

/** reportPlayback. */
export async function reportPlayback(
  sources: PositionSources,
  request: PlaceRequest,
  context: Context,
): Promise<void> {
  const { query } = request
  const state = requiredParam(query, 'state')
  if (!states.has(state)) throw new AppError('malformed')
  const song = await readSong(sources, requiredId(query, 'mediaId', ['song']).id, context)
  const position = secondsOf(requiredParam(query, 'positionMs'))
  const kind = state === 'stopped' ? endOf(song, position) : state === 'paused' ? 'pause' : 'beat'
  await request.reportPlay({ song, position, kind, isChosen: false, client: clientOf(query) }, context)
}

function endOf({ work, track }: ShownSong, position: number): 'pause' | 'end' | 'finish' {
  if (track.duration === null || position < track.duration - endSeconds) return 'pause'
  return preferredOf(work).at(-1) === track ? 'finish' : 'end'
}

/** scrobble: checks that the songs are visible. A scrobble contains no position, so progress does not change. */
export async function checkScrobble(
  sources: LibrarySources,
  { listOf }: Pick<DoorRequest, 'listOf'>,
  context: Context,
): Promise<void> {
  const named = listOf('id').map(readId)
  if (named.length === 0) throw new AppError('malformed')
  const songs = await readSongs(
    sources,
    named.map(({ id }) => id),
    context,
  )
  if (songs.length === 0) throw new AppError('notFound')
}
