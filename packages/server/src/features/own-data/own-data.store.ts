import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { chunksOf, insertRows } from '../../db/statements.ts'
import type { FavoriteTable, PlaylistItemTable } from '../../db/tables/accounts.ts'
import type { ListeningHourTable, PlayTable } from '../../db/tables/progress.ts'

export const listFavoriteRows = (db: Db, userKey: number): Promise<FavoriteTable[]> =>
  db.selectFrom('favorite').selectAll().where('user_key', '=', userKey).orderBy('added_at').execute()

/** Returns works with marks, tags or listening. */
export async function listMarkedKeys(db: Db, userKey: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mark')
    .select('work_key')
    .where('user_key', '=', userKey)
    .union(
      db
        .selectFrom('tagged_work')
        .innerJoin('own_tag', 'own_tag.key', 'tagged_work.tag_key')
        .select('work_key')
        .where('own_tag.user_key', '=', userKey),
    )
    .union(db.selectFrom('progress').select('work_key').where('user_key', '=', userKey))
    .execute()
  return rows.map(({ work_key }) => work_key).sort((one, other) => one - other)
}

export const listAllPlays = (db: Db, userKey: number): Promise<PlayTable[]> =>
  db.selectFrom('play').selectAll().where('user_key', '=', userKey).orderBy('started_ms').execute()

export const listAllHours = (db: Db, userKey: number): Promise<ListeningHourTable[]> =>
  db.selectFrom('listening_hour').selectAll().where('user_key', '=', userKey).orderBy('hour').execute()

export const listAllItems = (db: Db, playlistKey: number): Promise<PlaylistItemTable[]> =>
  db
    .selectFrom('playlist_item')
    .selectAll()
    .where('playlist_key', '=', playlistKey)
    .orderBy('position')
    .orderBy('id')
    .execute()

export async function insertFavorites(tx: Db, rows: readonly FavoriteTable[]): Promise<void> {
  for (const some of chunksOf(rows, 500))
    await tx
      .insertInto('favorite')
      .values([...some])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function findPlayIds(tx: Db, userKey: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('play')
    .select('id')
    .where('user_key', '=', userKey)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertPlays(tx: Db, rows: readonly PlayTable[]): Promise<void> {
  for (const some of chunksOf(rows, 500))
    await tx
      .insertInto('play')
      .values([...some])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const listHoursOf = (
  tx: Db,
  userKey: number,
  workKeys: readonly number[],
): Promise<ListeningHourTable[]> =>
  workKeys.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('listening_hour')
        .selectAll()
        .where('user_key', '=', userKey)
        .where('work_key', 'in', workKeys)
        .execute()

export const saveHours = (database: Database, tx: Db, rows: readonly ListeningHourTable[]): Promise<void> =>
  insertRows(database, tx, {
    table: 'listening_hour',
    columns: ['user_key', 'hour', 'work_key', 'listened_ms'],
    rows: rows.map((row) => ({ ...row })),
    onConflict: '(user_key, hour, work_key) do update set listened_ms = excluded.listened_ms',
  })

/** Returns the user's playlist with this name; if there are several, the first. */
export const findPlaylistNamed = (
  tx: Db,
  userKey: number,
  name: string,
): Promise<{ key: number; description: string; updated_at: string } | undefined> =>
  tx
    .selectFrom('playlist')
    .select(['key', 'description', 'updated_at'])
    .where('user_key', '=', userKey)
    .where('name', '=', name)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()
