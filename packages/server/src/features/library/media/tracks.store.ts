import type { StorageDelivery } from '@koedana/contract/storages.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { TrackTable } from '../../../db/tables/library.ts'
import type { StorageLocation } from '../../storages/open-storages.ts'

export type TrackRow = Selectable<TrackTable>

export interface ListedTrack extends TrackRow {
  /** Whether the storage is disabled: the track is listed, but cannot be played. */
  readonly isAway: boolean
}

/** Returns the present tracks of a work, in natural order. */
export const listTracks = (db: Db, workKey: number): Promise<ListedTrack[]> => listTracksOf(db, [workKey])

/** Like `listTracks`, for several works in one query. */
export async function listTracksOf(db: Db, workKeys: readonly number[]): Promise<ListedTrack[]> {
  if (workKeys.length === 0) return []
  const rows = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .selectAll('track')
    .select('storage.enabled')
    .where('work_key', 'in', workKeys)
    .where('removed_at', 'is', null)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ enabled, ...row }) => ({ ...row, isAway: enabled !== 1 }))
}

/** Lists the formats of a work's tracks, such as `flac`, in alphabetical order. */
export async function listFormats(db: Db, workKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select('format')
    .distinct()
    .where('work_key', '=', workKey)
    .where('removed_at', 'is', null)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .execute()
  return rows.map(({ format }) => format).sort()
}

/** Returns those of the tracks that are present and playable, in no particular order. */
export async function findTracks(db: Db, ids: readonly string[]): Promise<TrackRow[]> {
  if (ids.length === 0) return []
  // PostgreSQL rejects NUL characters, and no ID contains one.
  const possible = ids.filter((id) => !id.includes('\0'))
  if (possible.length === 0) return []
  return db
    .selectFrom('track')
    .selectAll()
    .where('id', 'in', possible)
    .where('storage_key', 'in', (e) =>
      e.selectFrom('storage').select('key').where('enabled', '=', 1).where('removed_at', 'is', null),
    )
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .execute()
}

/** Counts all tracks, including missing ones. */
export async function countTracks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('track')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface FileLocation {
  readonly workKey: number
  readonly storage: StorageLocation
  readonly path: string
  readonly isAway: boolean
  readonly delivery: StorageDelivery
}

export const locationColumns = [
  'storage.kind',
  'storage.root',
  'storage.options',
  'storage.secret',
  'storage.enabled',
  'storage.delivery',
] as const

type LocationRow = StorageLocation &
  Pick<FileLocation, 'workKey' | 'path' | 'delivery'> & { readonly enabled: number }

export function toFileLocation({ workKey, path, enabled, delivery, ...storage }: LocationRow): FileLocation {
  return { workKey, path, isAway: enabled !== 1, delivery, storage }
}

/** Returns the location of a present track; undefined for an unknown or missing one. */
export async function findTrackLocation(db: Db, id: string): Promise<FileLocation | undefined> {
  const row = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.work_key as workKey', 'track.path', ...locationColumns])
    .where('track.id', '=', id)
    .where('track.missing_at', 'is', null)
    .where('track.trashed_at', 'is', null)
    .where('storage.removed_at', 'is', null)
    .executeTakeFirst()
  return row && toFileLocation(row)
}
