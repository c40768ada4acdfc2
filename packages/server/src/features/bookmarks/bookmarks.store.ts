/** Bookmarks by account and work key. */
import type { Db } from '../../db/schema.ts'
import type { BookmarkTable } from '../../db/tables/accounts.ts'
import type { TrackTable } from '../../db/tables/library.ts'

/** Limit against scripts. */
export const maxBookmarks = 2_000

export type BookmarkName = Pick<BookmarkTable, 'user_key' | 'work_key' | 'track_id' | 'position_ms'>

/** Returns a user's bookmarks, of all works or of one, oldest first. */
export function listBookmarkRows(db: Db, userKey: number, workKey?: number): Promise<BookmarkTable[]> {
  const rows = db.selectFrom('bookmark').selectAll().where('user_key', '=', userKey)
  return (workKey === undefined ? rows : rows.where('work_key', '=', workKey))
    .orderBy('created_ms')
    .orderBy('work_key')
    .orderBy('track_id')
    .orderBy('position_ms')
    .execute()
}

/** A bookmark with what identifies its file on another server; null if the file is unknown. */
export type BookmarkWithFile = BookmarkTable & {
  readonly [column in keyof Pick<TrackTable, 'fingerprint' | 'folder' | 'path'>]: string | null
}

export const listBookmarkFiles = (db: Db, userKey: number): Promise<BookmarkWithFile[]> =>
  db
    .selectFrom('bookmark')
    .leftJoin('track', 'track.id', 'bookmark.track_id')
    .selectAll('bookmark')
    .select(['track.fingerprint', 'track.folder', 'track.path'])
    .where('bookmark.user_key', '=', userKey)
    .orderBy('bookmark.created_ms')
    .orderBy('bookmark.work_key')
    .orderBy('bookmark.track_id')
    .orderBy('bookmark.position_ms')
    .execute()

/** Inserts a bookmark, or renames the one at the same position. */
export async function upsertBookmark(tx: Db, row: BookmarkTable): Promise<void> {
  await tx
    .insertInto('bookmark')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_key', 'work_key', 'track_id', 'position_ms']).doUpdateSet({ title: row.title }),
    )
    .execute()
}

export async function deleteBookmarkRow(
  tx: Db,
  { user_key, work_key, track_id, position_ms }: BookmarkName,
): Promise<void> {
  await tx
    .deleteFrom('bookmark')
    .where('user_key', '=', user_key)
    .where('work_key', '=', work_key)
    .where('track_id', '=', track_id)
    .where('position_ms', '=', position_ms)
    .execute()
}

export async function countBookmarks(tx: Db, userKey: number): Promise<number> {
  const { count } = await tx
    .selectFrom('bookmark')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('user_key', '=', userKey)
    .executeTakeFirstOrThrow()
  return Number(count)
}
