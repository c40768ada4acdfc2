/** Reads of the files that a storage is known to hold. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { TrackRow } from '../media/tracks.store.ts'

/** Bound on the length of a list in SQL: SQLite takes 32,766 parameters, a row of a track has 16. */
export const maxListed = 500

/** How many are not missing. */
export async function countStorageTracks(db: Db, storageKey: number): Promise<number> {
  const { count } = await db
    .selectFrom('track')
    .select((e) => e.fn.countAll().as('count'))
    .where('storage_key', '=', storageKey)
    .where('missing_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type TrackPlace = Pick<TrackRow, 'id' | 'path' | 'missing_at'>

/** Lists every file that a storage ever held. */
export const listTrackPlaces = (db: Db, storageKey: number): Promise<TrackPlace[]> =>
  db.selectFrom('track').select(['id', 'path', 'missing_at']).where('storage_key', '=', storageKey).execute()

/** Those of a few works, missing ones too, wherever they are: neighbours, which are found sooner than one path after the other. */
export const findTracksOf = (db: Db, workKeys: readonly number[]): Promise<TrackRow[]> =>
  db.selectFrom('track').selectAll().where('work_key', 'in', workKeys).execute()

/** Missing ones too. */
export const findTracksAt = (db: Db, storageKey: number, paths: readonly string[]): Promise<TrackRow[]> =>
  db
    .selectFrom('track')
    .selectAll()
    .where('path', 'in', paths)
    .where('storage_key', '=', storageKey)
    .execute()

export const findStorageTracks = (db: Db, ids: readonly string[]): Promise<TrackRow[]> =>
  db.selectFrom('track').selectAll().where('id', 'in', ids).execute()

/** Works that are playable from another storage. */
export async function listWorkKeysElsewhere(db: Db, storageKey: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('track')
    .select('work_key')
    .distinct()
    .where('storage_key', '!=', storageKey)
    .where('missing_at', 'is', null)
    .execute()
  return new Set(rows.map(({ work_key }) => work_key))
}

/** What the system says of files that are as they were: nobody is told, since nothing of it is shown. */
export async function saveChangedMs(tx: Db, rows: readonly TrackRow[]): Promise<void> {
  const values: RawBuilder<unknown>[] = rows.map(({ id, changed_ms }) => sql`(${id}, ${changed_ms})`)
  // Both engines name the columns of a list of values so.
  await sql`update track set changed_ms = cast(v.column2 as bigint) from (values ${sql.join(values)}) as v where track.id = v.column1`.execute(
    tx,
  )
}
