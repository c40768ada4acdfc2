/** Playlists, for all APIs. Works that the viewer may not see are neither shown, counted nor named. */
import type { Playlist, PlaylistTarget } from '@koedana/contract/playlists.ts'
import { playlistLimits } from '@koedana/contract/playlists.ts'
import { defaultPageSize, roleOf } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import { type Context, joinItems } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { MediaSources } from '../library/media/links.ts'
import { increaseMarkRevision } from '../marks/marks.store.ts'
import type { WorkSources } from '../works/viewers.ts'
import { addPlaylistItems } from './add-items.ts'
import {
  changePlaylist,
  countPlaylists,
  deletePlaylistRow,
  findPlaylist,
  insertPlaylist,
  listItemOrder,
  listOwnPlaylists,
  listSharedPlaylists,
  type OrderedItem,
  type PlaylistRow,
} from './playlists.store.ts'

export interface PlaylistSources extends MediaSources, Omit<WorkSources, 'db'> {
  readonly database: Database
}

export interface PlaylistsInput {
  readonly scope?: 'own' | 'shared' | undefined
  readonly workId?: string | undefined
  readonly fileId?: string | undefined
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export interface PlaylistPage {
  /** Each playlist as JSON. */
  readonly items: Buffer[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
}

/** Servers rarely have more, and users do not page that far to find a playlist. */
const maxShared = 500

export async function listPlaylists(
  sources: PlaylistSources,
  { scope = 'own', workId, fileId, page = 1, pageSize = defaultPageSize }: PlaylistsInput,
  context: Context,
): Promise<PlaylistPage> {
  const listed = await findPlaylists(sources, scope, context)
  const shown = listed.slice((page - 1) * pageSize, page * pageSize)
  const wanted =
    workId === undefined
      ? undefined
      : { key: sources.dictionary.findKey('works', workId), fileId: fileId ?? '' }
  const isWanted = ({ work_key, track_id }: OrderedItem) =>
    wanted !== undefined && work_key === wanted.key && track_id === wanted.fileId
  const made = shown.map(({ row, items }) =>
    summarizePlaylist(sources, { row, items, has: items.find(isWanted)?.id }, context),
  )
  return { items: await Promise.all(made), total: listed.length, page, pageSize }
}

export interface VisiblePlaylist {
  readonly row: PlaylistRow
  /** The items that the viewer may see, in their order. */
  readonly items: readonly OrderedItem[]
}

/** Returns the user's playlists, last changed first, or playlists that others share, newest first. */
export async function findPlaylists(
  sources: PlaylistSources,
  scope: 'own' | 'shared',
  context: Context,
): Promise<VisiblePlaylist[]> {
  const { userKey } = requirePerson(context)
  const { db } = sources
  const rows =
    scope === 'own' ? await listOwnPlaylists(db, userKey) : await listSharedPlaylists(db, userKey, maxShared)
  return keepVisible(sources, rows, context)
}

/** Keeps the user's own playlists, and those of others that contain at least one visible item. */
async function keepVisible(
  sources: PlaylistSources,
  rows: readonly PlaylistRow[],
  context: Context,
): Promise<VisiblePlaylist[]> {
  const { userKey } = requirePerson(context)
  const items = await visibleItems(sources, rows, context)
  return rows.flatMap((row) => {
    const some = items.get(row.key) ?? []
    return row.user_key === userKey || some.length > 0 ? [{ row, items: some }] : []
  })
}

/** Returns visible items by playlist key. A playlist without visible items has no entry. */
async function visibleItems(
  sources: PlaylistSources,
  rows: readonly PlaylistRow[],
  context: Context,
): Promise<ReadonlyMap<number, OrderedItem[]>> {
  const order = await listItemOrder(
    sources.db,
    rows.map(({ key }) => key),
  )
  const keys = [...new Set(order.map(({ work_key }) => work_key))]
  const visible = new Set(createVisibilityFilter(sources, context)(keys))
  return Map.groupBy(
    order.filter(({ work_key }) => visible.has(work_key)),
    ({ playlist_key }) => playlist_key,
  )
}

/** Returns a function that keeps the works that the caller may see now. */
export const createVisibilityFilter =
  ({ catalogue, viewers }: PlaylistSources, context: Context) =>
  (keys: readonly number[]): Iterable<number> =>
    catalogue.current().visible(keys, viewers.viewer(context))

export interface SummaryInput extends VisiblePlaylist {
  readonly has?: string | undefined
}

/** The number of works whose covers form the image of a playlist. */
const maxFaces = 4

export async function summarizePlaylist(
  { cards, viewers }: PlaylistSources,
  { row, items, has }: SummaryInput,
  context: Context,
): Promise<Buffer> {
  const own = row.user_key === requirePerson(context).userKey
  const faces = [...new Set(items.map(({ work_key }) => work_key))].slice(0, maxFaces)
  const rest: Omit<Playlist, 'works'> = {
    id: row.id,
    name: row.name,
    description: row.description,
    shared: row.shared === 1,
    own,
    owner: row.username,
    itemCount: items.length,
    createdAt: row.created_at,
    updatedAt: own ? row.updated_at : null,
    ...(has === undefined ? {} : { has }),
  }
  const works = await cards.get(faces, viewers.cardView(context))
  return joinItems('{"works":[', works, `],${JSON.stringify(rest).slice(1)}`)
}

/** Throws `notFound` if the playlist does not exist for the viewer. */
export async function readPlaylist(
  sources: PlaylistSources,
  id: string,
  context: Context,
): Promise<VisiblePlaylist> {
  const row = await findPlaylist(sources.db, id, requirePerson(context).userKey)
  const [seen] = row ? await keepVisible(sources, [row], context) : []
  if (!seen) throw new AppError('notFound')
  return seen
}

/** Finds a playlist that the caller may change. Throws `forbidden` for visible playlists of others. */
export async function findEditablePlaylist(
  sources: PlaylistSources,
  id: string,
  context: Context,
): Promise<PlaylistRow> {
  const { row } = await readPlaylist({ ...sources, db: sources.database.write }, id, context)
  if (row.user_key !== requirePerson(context).userKey) throw new AppError('forbidden')
  return row
}

export interface PlaylistInput {
  readonly name: string
  readonly description?: string | undefined
  readonly shared?: boolean | undefined
  readonly items?: readonly PlaylistTarget[] | undefined
}

export async function createPlaylist(
  sources: PlaylistSources,
  { name, description = '', shared = false, items = [] }: PlaylistInput,
  context: Context,
): Promise<{ id: string; added: number }> {
  const { userKey } = requirePerson(context)
  rejectSharingByGuest(shared, context)
  const { database, now } = sources
  const at = now().toISOString()
  const row = {
    id: newId(),
    user_key: userKey,
    name,
    description,
    shared: shared ? 1 : 0,
    created_at: at,
    updated_at: at,
  }
  const added = await database.write.transaction().execute(async (tx) => {
    // Locks the `mark_revision` row of the account: two concurrent requests could otherwise both pass the limit.
    await increaseMarkRevision(tx, userKey)
    if ((await countPlaylists(tx, userKey)) >= playlistLimits.lists) throw new AppError('playlistsFull')
    const playlistKey = await insertPlaylist(tx, row)
    return addPlaylistItems(database, tx, {
      playlistKey,
      things: items,
      before: null,
      visible: createVisibilityFilter(sources, context),
      findKey: sources.dictionary.findKey,
    })
  })
  return { id: row.id, added }
}

/** Guests may not share playlists: these would have no author's name, and disappear with the guest account. */
function rejectSharingByGuest(shared: boolean | undefined, context: Context): void {
  if (shared && requirePerson(context).user.role === roleOf.guest) throw new AppError('forbidden')
}

export interface PlaylistChange {
  readonly id: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly shared?: boolean | undefined
}

export async function updatePlaylist(
  sources: PlaylistSources,
  { id, name, description, shared }: PlaylistChange,
  context: Context,
): Promise<void> {
  const { key } = await findEditablePlaylist(sources, id, context)
  rejectSharingByGuest(shared, context)
  await sources.database.write.transaction().execute((tx) =>
    changePlaylist(tx, key, {
      updated_at: sources.now().toISOString(),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(shared !== undefined && { shared: shared ? 1 : 0 }),
    }),
  )
}

export async function deletePlaylist(sources: PlaylistSources, id: string, context: Context): Promise<void> {
  const { key } = await findEditablePlaylist(sources, id, context)
  await sources.database.write.transaction().execute((tx) => deletePlaylistRow(tx, key))
}
