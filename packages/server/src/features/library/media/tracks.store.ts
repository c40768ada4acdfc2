/** Reads of playable files. */
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { TrackTable } from '../../../db/tables/library.ts'
import type { StorageLocation } from '../../storages/open-storages.ts'

export type TrackRow = Selectable<TrackTable>

/** The files of a work that are here, in natural order. */
export function listTracks(db: Db, workKey: number): Promise<TrackRow[]> {
  return db
    .selectFrom('track')
    .selectAll()
    .where('work_key', '=', workKey)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Those of these files that are here, in no order. */
export async function findTracks(db: Db, ids: readonly string[]): Promise<TrackRow[]> {
  if (ids.length === 0) return []
  // PostgreSQL cannot hear NUL, and no id has one.
  const possible = ids.filter((id) => !id.includes('\0'))
  if (possible.length === 0) return []
  return db
    .selectFrom('track')
    .selectAll()
    .where('id', 'in', possible)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .execute()
}

export interface TrackLocation {
  readonly workKey: number
  readonly storage: StorageLocation
  readonly path: string
}

/** Where a file lies; undefined for an unknown or missing one. */
export async function findTrackLocation(db: Db, id: string): Promise<TrackLocation | undefined> {
  const row = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.work_key as workKey', 'storage.kind', 'storage.root', 'track.path'])
    .where('track.id', '=', id)
    .where('track.missing_at', 'is', null)
    .where('track.trashed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { workKey, kind, root, path } = row
  return { workKey, path, storage: { kind, root } }
}
