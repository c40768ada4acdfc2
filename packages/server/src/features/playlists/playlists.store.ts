import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { chunksOf, insertRows } from '../../db/statements.ts'
import type { PlaylistItemTable } from '../../db/tables/accounts.ts'
import type { PositionedItem } from './order.rules.ts'

export interface PlaylistRow {
  readonly key: number
  readonly id: string
  readonly user_key: number
  readonly name: string
  readonly description: string
  readonly shared: number
  readonly created_at: string
  readonly updated_at: string
  readonly username: string
}

const playlists = (db: Db) =>
  db
    .selectFrom('playlist')
    .innerJoin('user', 'user.key', 'playlist.user_key')
    .selectAll('playlist')
    .select('user.username')

/** Returns the user's playlists, last changed first. */
export const listOwnPlaylists = (db: Db, userKey: number): Promise<PlaylistRow[]> =>
  playlists(db)
    .where('playlist.user_key', '=', userKey)
    .orderBy('playlist.updated_at', 'desc')
    .orderBy('playlist.key', 'desc')
    .execute()

/** Returns playlists that other users share, newest first. Playlists of disabled accounts are hidden. */
export const listSharedPlaylists = (db: Db, userKey: number, limit: number): Promise<PlaylistRow[]> =>
  playlists(db)
    .where('playlist.shared', '=', 1)
    .where('playlist.user_key', '!=', userKey)
    .where('user.status', '=', 'active')
    .orderBy('playlist.key', 'desc')
    .limit(limit)
    .execute()

/** Finds a playlist that belongs to the user or is shared. */
export const findPlaylist = (db: Db, id: string, userKey: number): Promise<PlaylistRow | undefined> =>
  playlists(db)
    .where('playlist.id', '=', id)
    .where((e) =>
      e.or([
        e('playlist.user_key', '=', userKey),
        e.and([e('playlist.shared', '=', 1), e('user.status', '=', 'active')]),
      ]),
    )
    .executeTakeFirst()

export async function countPlaylists(tx: Db, userKey: number): Promise<number> {
  const { count } = await tx
    .selectFrom('playlist')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('user_key', '=', userKey)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewPlaylist = Omit<PlaylistRow, 'key' | 'username'>

export async function insertPlaylist(tx: Db, row: NewPlaylist): Promise<number> {
  const { key } = await tx.insertInto('playlist').values(row).returning('key').executeTakeFirstOrThrow()
  return key
}

export type PlaylistPatch = Partial<
  Pick<PlaylistRow, 'name' | 'description' | 'shared' | 'created_at' | 'updated_at'>
>

/** Changes a playlist and locks its row until the transaction ends, so that concurrent changes of its items run one after the other. */
export async function changePlaylist(tx: Db, key: number, patch: PlaylistPatch): Promise<void> {
  await tx.updateTable('playlist').set(patch).where('key', '=', key).execute()
}

export async function deletePlaylistRow(tx: Db, key: number): Promise<void> {
  await tx.deleteFrom('playlist').where('key', '=', key).execute()
}

export type OrderedItem = Pick<PlaylistItemTable, 'playlist_key' | 'work_key' | 'track_id'> & PositionedItem

/** Returns the items of these playlists, in the order of each playlist. */
export const listItemOrder = (db: Db, playlistKeys: readonly number[]): Promise<OrderedItem[]> =>
  playlistKeys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('playlist_item')
        .select(['playlist_key', 'id', 'position', 'work_key', 'track_id'])
        .where('playlist_key', 'in', playlistKeys)
        .orderBy('playlist_key')
        .orderBy('position')
        .orderBy('id')
        .execute()

/** Returns items in no particular order. */
export const listItemRows = (
  db: Db,
  playlistKey: number,
  ids: readonly string[],
): Promise<PlaylistItemTable[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('playlist_item')
        .selectAll()
        .where('playlist_key', '=', playlistKey)
        .where('id', 'in', ids)
        .execute()

export const insertItems = (database: Database, tx: Db, rows: readonly PlaylistItemTable[]): Promise<void> =>
  insertRows(database, tx, {
    table: 'playlist_item',
    columns: itemColumns,
    rows: rows.map((row) => ({ ...row })),
    onConflict: '(playlist_key, work_key, track_id) do nothing',
  })

const itemColumns = [
  'playlist_key',
  'id',
  'position',
  'work_key',
  'track_id',
  'title',
  'duration_seconds',
] as const satisfies readonly (keyof PlaylistItemTable)[]

export async function savePositions(
  tx: Db,
  playlistKey: number,
  items: readonly PositionedItem[],
): Promise<void> {
  for (const { id, position } of items) {
    await tx
      .updateTable('playlist_item')
      .set({ position })
      .where('playlist_key', '=', playlistKey)
      .where('id', '=', id)
      .execute()
  }
}

export async function deleteItem(tx: Db, playlistKey: number, id: string): Promise<void> {
  await tx.deleteFrom('playlist_item').where('playlist_key', '=', playlistKey).where('id', '=', id).execute()
}

export interface TrackTitle {
  readonly id: string
  readonly work_key: number
  readonly title: string
  readonly duration_seconds: number | null
}

/** Returns the titles of files, including missing ones, but not files in the trash. */
export async function findTrackTitles(db: Db, ids: readonly string[]): Promise<TrackTitle[]> {
  const named: TrackTitle[] = []
  for (const some of chunksOf(ids, 500)) {
    named.push(
      ...(await db
        .selectFrom('track')
        .select(['id', 'work_key', 'title', 'duration_seconds'])
        .where('id', 'in', some)
        .where('trashed_at', 'is', null)
        .execute()),
    )
  }
  return named
}
