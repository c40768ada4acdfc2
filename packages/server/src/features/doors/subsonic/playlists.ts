/** Playlists. An item that is a whole work appears as all of its songs. */
import {
  type Playlist,
  PlaylistDescription,
  PlaylistName,
  type PlaylistTarget,
} from '@koedana/contract/playlists.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { addToPlaylist, removePlaylistItem } from '../../playlists/playlist-items.use-cases.ts'
import {
  createPlaylist,
  findEditablePlaylist,
  listPlaylists,
  type PlaylistSources,
  readPlaylist,
  summarizePlaylist,
  updatePlaylist,
} from '../../playlists/playlists.use-cases.ts'
import { preferredOf, songOf } from './elements.rules.ts'
import { type LibrarySources, readSongs, readWorks, type ShownSong } from './library.ts'
import { idOf, numberOf } from './params.rules.ts'
import { readId, requiredId, requiredParam } from './params.ts'
import type { Element } from './response.rules.ts'

export type SubsonicPlaylistSources = LibrarySources & PlaylistSources

/** Maximum of own and of shared playlists each; users cannot have more of their own. */
const maxLists = 100

/**
 * Lists the user's own playlists, then shared ones. The song count is the number of items, since songs are only read for a single
 * playlist.
 */
export async function listPlaylistElements(
  sources: SubsonicPlaylistSources,
  context: Context,
): Promise<Element[]> {
  const scopes = ['own', 'shared'] as const
  const lists = await Promise.all(
    scopes.map((scope) => listPlaylists(sources, { scope, pageSize: maxLists }, context)),
  )
  return lists.flatMap(({ items }) => items.map((item) => headOf(parsed(item))))
}

/** Parses a playlist, which is made as the JSON of our own API. */
const parsed = (json: Buffer): Playlist => JSON.parse(json.toString())

const headOf = (playlist: Playlist): Element => ({
  id: idOf('playlist', playlist.id),
  name: playlist.name,
  comment: playlist.description,
  owner: playlist.owner,
  public: playlist.shared,
  readonly: !playlist.own,
  songCount: playlist.itemCount,
  duration: 0,
  created: playlist.createdAt,
  changed: playlist.updatedAt ?? playlist.createdAt,
  coverArt: playlist.works[0] ? idOf('playlist', playlist.id) : undefined,
})

interface Entry extends ShownSong {
  readonly itemId: string
  readonly isWhole: boolean
}

async function entriesOf(sources: SubsonicPlaylistSources, id: string, context: Context): Promise<Entry[]> {
  const { items } = await readPlaylist(sources, id, context)
  const works = await readWorks(sources, [...new Set(items.map(({ work_key }) => work_key))], context)
  const byKey = new Map(works.map((work) => [work.key, work]))
  return items.flatMap((item): Entry[] => {
    const work = byKey.get(item.work_key)
    if (!work) return []
    const isWhole = item.track_id === ''
    const tracks = isWhole ? preferredOf(work) : work.tracks.filter((track) => track.id === item.track_id)
    return tracks.map((track) => ({ work, track, itemId: item.id, isWhole }))
  })
}

export async function readList(
  sources: SubsonicPlaylistSources,
  id: string,
  context: Context,
): Promise<Element> {
  const head = headOf(
    parsed(await summarizePlaylist(sources, await readPlaylist(sources, id, context), context)),
  )
  const entries = await entriesOf(sources, id, context)
  return {
    ...head,
    songCount: entries.length,
    duration: Math.round(entries.reduce((sum, { track }) => sum + (track.duration ?? 0), 0)),
    entry: entries.map(({ work, track }) => songOf(work, track)),
  }
}

async function thingsOf(
  sources: SubsonicPlaylistSources,
  texts: readonly string[],
  context: Context,
): Promise<PlaylistTarget[]> {
  const ids = texts.map((text) => {
    const { kind, id } = readId(text)
    if (kind !== 'song') throw new AppError('notFound')
    return id
  })
  const songs = await readSongs(sources, ids, context)
  if (songs.length < ids.length) throw new AppError('notFound')
  return songs.map(({ work, track }) => ({ workId: workIdOf(work.key), fileId: track.id }))
}

/** createPlaylist, which replaces the songs if it is called with a playlist ID. */
export async function saveList(
  sources: SubsonicPlaylistSources,
  { query, listOf }: DoorRequest,
  context: Context,
): Promise<Element> {
  const items = await thingsOf(sources, listOf('songId'), context)
  if (query.playlistId === undefined) {
    const name = parsedText(PlaylistName, requiredParam(query, 'name'))
    const { id } = await createPlaylist(sources, { name, items }, context)
    return readList(fresh(sources), id, context)
  }
  const { id } = requiredId(query, 'playlistId', ['playlist'])
  await findEditablePlaylist(sources, id, context)
  const { items: before } = await readPlaylist(sources, id, context)
  for (const { id: itemId } of before) await removePlaylistItem(sources, { id, itemId }, context)
  await addToPlaylist(sources, { id, items }, context)
  if (query.name) await updatePlaylist(sources, { id, name: parsedText(PlaylistName, query.name) }, context)
  return readList(fresh(sources), id, context)
}

/** Returns sources that read from the primary database, so that a read sees the preceding write. */
const fresh = (sources: SubsonicPlaylistSources): SubsonicPlaylistSources => ({
  ...sources,
  db: sources.database.write,
})

function parsedText(schema: typeof PlaylistName | typeof PlaylistDescription, text: string): string {
  const result = v.safeParse(schema, text)
  if (!result.success) throw new AppError('malformed')
  return result.output
}

/** updatePlaylist. Removals refer to indexes of the unchanged list, and are applied before additions. */
export async function changeList(
  sources: SubsonicPlaylistSources,
  { query, listOf }: DoorRequest,
  context: Context,
): Promise<void> {
  const { id } = requiredId(query, 'playlistId', ['playlist'])
  await findEditablePlaylist(sources, id, context)
  const items = await thingsOf(sources, listOf('songIdToAdd'), context)
  const { name, comment } = query
  await updatePlaylist(
    sources,
    {
      id,
      ...(name && { name: parsedText(PlaylistName, name) }),
      ...(comment !== undefined && { description: parsedText(PlaylistDescription, comment) }),
      ...(query.public !== undefined && { shared: query.public === 'true' }),
    },
    context,
  )
  await takeOut(sources, { id, indexes: listOf('songIndexToRemove') }, context)
  if (items.length > 0) await addToPlaylist(sources, { id, items }, context)
}

/** Removes songs. If a song belongs to an item for a whole work, its other songs keep their positions. */
async function takeOut(
  sources: SubsonicPlaylistSources,
  { id, indexes }: { readonly id: string; readonly indexes: readonly string[] },
  context: Context,
): Promise<void> {
  const entries = indexes.length === 0 ? [] : await entriesOf(sources, id, context)
  const none = entries.length
  const gone = new Set(indexes.map((text) => entries[numberOf(text, { usual: none, most: none })]))
  const changed = Map.groupBy(entries, ({ itemId }) => itemId)
  for (const [itemId, some] of changed) {
    const left = some.filter((entry) => !gone.has(entry))
    if (left.length === some.length) continue
    const items = left.map(({ work, track }) => ({ workId: workIdOf(work.key), fileId: track.id }))
    if (items.length > 0) await addToPlaylist(sources, { id, items, before: itemId }, context)
    await removePlaylistItem(sources, { id, itemId }, context)
  }
}
