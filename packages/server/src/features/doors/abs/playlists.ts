/**
 * Playlists in the form of audiobookshelf: first the user's own, then shared ones. Their items are whole books, so a track is
 * represented by its work.
 */
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { collectInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import {
  findPlaylists,
  type PlaylistSources,
  readPlaylist,
  type VisiblePlaylist,
} from '../../playlists/playlists.use-cases.ts'
import { expandedItemOf, libraryId, type ShownItem } from './item.rules.ts'
import { readItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { pageOf, type Query, spanOf } from './query.rules.ts'

export type AbsPlaylistSources = LibrarySources & PlaylistSources

interface Listed extends Pick<VisiblePlaylist, 'row'> {
  readonly keys: readonly number[]
}

async function listHere(sources: AbsPlaylistSources, context: Context): Promise<Listed[]> {
  const own = await findPlaylists(sources, 'own', context)
  const shared = await findPlaylists(sources, 'shared', context)
  return [...own, ...shared].map(listedOf)
}

const listedOf = ({ row, items }: VisiblePlaylist): Listed => ({
  row,
  keys: [...new Set(items.map(({ work_key }) => work_key))],
})

export const countPlaylists = async (sources: AbsPlaylistSources, context: Context): Promise<number> =>
  (await listHere(sources, context)).length

/** GET /libraries/:id/playlists. */
export async function pagePlaylists(sources: AbsPlaylistSources, query: Query, context: Context) {
  const { page, limit } = pageOf(query)
  const { offset, limit: count } = spanOf({ page, limit })
  const listed = await listHere(sources, context)
  const results = await read(sources, bounded(listed.slice(offset, offset + count)), context)
  return { results, total: listed.length, limit: limit ?? 0, page }
}

/** GET /playlists. */
export const listPlaylists = async (sources: AbsPlaylistSources, context: Context) => ({
  playlists: await read(sources, bounded(await listHere(sources, context)), context),
})

/** Maximum number of books in all lists of a response together. */
const maxListed = 1_000
/** Apps draw the picture of a list from this many books. */
const minListed = 4

/** Truncates each list if there are many long ones. Apps open a list to see all of it. */
function bounded(listed: readonly Listed[]): Listed[] {
  const most = Math.max(minListed, Math.floor(maxListed / Math.max(1, listed.length)))
  return listed.map(({ row, keys }) => ({ row, keys: keys.slice(0, most) }))
}

/** GET /playlists/:id. Throws `notFound` if the playlist is not visible. */
export async function getPlaylist(sources: AbsPlaylistSources, id: string, context: Context) {
  const [playlist] = await read(sources, [listedOf(await readPlaylist(sources, id, context))], context)
  if (!playlist) throw new AppError('notFound')
  return playlist
}

/** Works read per step. Each work is read once, even if it is in several lists. */
const step = 50

async function read(sources: AbsPlaylistSources, listed: readonly Listed[], context: Context) {
  const keys = [...new Set(listed.flatMap((one) => one.keys))]
  const shown = await collectInSteps(keys, step, (some) => readItems(sources, some, context))
  const items = new Map(shown.map((item) => [item.key, item]))
  return listed.map(({ row, keys: held }) =>
    playlistOf(
      row,
      held.flatMap((key) => items.get(key) ?? []),
      context,
    ),
  )
}

/** Describes a deleted playlist, without its items. */
export const removedPlaylistOf = (row: VisiblePlaylist['row'], userId: string) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  libraryId,
  userId,
  createdAt: Date.parse(row.created_at),
  lastUpdate: Date.parse(row.updated_at),
  coverPath: null,
  items: [],
})

function playlistOf(row: VisiblePlaylist['row'], items: readonly ShownItem[], context: Context) {
  const { userKey, user } = requirePerson(context)
  const isOwn = row.user_key === userKey
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    libraryId,
    // audiobookshelf has no playlists of other users: an app shows only lists with the ID of its own user.
    userId: user.id,
    createdAt: Date.parse(row.created_at),
    // When other users changed their playlists is private.
    lastUpdate: Date.parse(isOwn ? row.updated_at : row.created_at),
    coverPath: null,
    items: items.map((item) => ({
      libraryItemId: item.card.id,
      episodeId: null,
      libraryItem: expandedItemOf(item),
    })),
  }
}
