import { LastScan, type Storage } from '@koedana/contract/storages.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../db/schema.ts'
import type { StorageTable } from '../../db/tables/library.ts'
import { parsePatterns } from '../library/scan/storages.store.ts'
import { toShownSettings } from '../storages/settings.rules.ts'
import type { Health } from '../storages/storage.ts'

export type StorageRow = Selectable<StorageTable>

export const listStorageRows = (db: Db): Promise<StorageRow[]> =>
  db.selectFrom('storage').selectAll().where('removed_at', 'is', null).orderBy('key').execute()

/** Returns a storage by its public ID; undefined if it is unknown or removed. */
export async function findStorageRow(db: Db, id: string): Promise<StorageRow | undefined> {
  const key = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  return db
    .selectFrom('storage')
    .selectAll()
    .where('key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export type StorageColumns = Omit<Updateable<StorageTable>, 'key'> &
  Pick<StorageRow, 'kind' | 'root' | 'unknown_age_category'>

/** Returns undefined if a storage with this root exists. A removed one is restored and keeps its known files. */
export async function insertStorage(tx: Db, columns: StorageColumns): Promise<StorageRow | undefined> {
  const space = { used_bytes: null, total_bytes: null }
  const fresh = { health: 'unknown' as const, health_since: null, removed_at: null, ...space }
  return tx
    .insertInto('storage')
    .values({ ...columns, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('root')
        .doUpdateSet({ ...columns, ...fresh })
        .where('storage.removed_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns `isTaken` if another storage has the root. */
export async function changeStorage(
  tx: Db,
  key: number,
  columns: Updateable<StorageTable>,
): Promise<StorageRow | 'isTaken'> {
  if (columns.root !== undefined) {
    const other = await tx
      .selectFrom('storage')
      .select('key')
      .where('root', '=', columns.root)
      .where('key', '!=', key)
      .executeTakeFirst()
    if (other) return 'isTaken'
  }
  // The used space of the new location is unknown.
  const space = columns.root === undefined ? {} : { used_bytes: null, total_bytes: null }
  // SQL cannot update an empty set of columns.
  if (Object.keys(columns).length === 0)
    return tx.selectFrom('storage').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  return tx
    .updateTable('storage')
    .set({ ...columns, ...space })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Requests a scan as soon as one can begin. */
export async function saveScanRequests(db: Db, keys: readonly number[], at: string): Promise<void> {
  await db.updateTable('storage').set({ scan_wanted_at: at }).where('key', 'in', keys).execute()
}

/** Marks the storage as removed, and deletes its settings and secret. */
export async function removeStorage(tx: Db, key: number, at: string): Promise<void> {
  await tx
    .updateTable('storage')
    .set({ removed_at: at, secret: null, options: '{}', name: '', last_scan: null, scan_wanted_at: null })
    .where('key', '=', key)
    .execute()
  await tx.deleteFrom('packed_work').where('storage_key', '=', key).execute()
  await tx.deleteFrom('work_file').where('storage_key', '=', key).execute()
}

export interface FileCounts {
  readonly fileCount: number
  readonly workCount: number
}

/** Counts the present tracks and works of each storage, by key. */
export async function countFiles(db: Db): Promise<ReadonlyMap<number, FileCounts>> {
  const rows = await db
    .selectFrom('track')
    .select([
      'storage_key as key',
      sql<number | string>`count(*)`.as('files'),
      sql<number | string>`count(distinct work_key)`.as('works'),
    ])
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .groupBy('storage_key')
    .execute()
  return new Map(
    rows.map(({ key, files, works }) => [key, { fileCount: Number(files), workCount: Number(works) }]),
  )
}

export interface StorageCounts {
  readonly held: FileCounts | undefined
  readonly unsettled: number | undefined
}

export function toStorage(row: StorageRow, { held, unsettled = 0 }: StorageCounts, now: Date): Storage {
  return {
    id: String(row.key),
    name: row.name,
    root: row.root,
    settings: toShownSettings(row),
    hasSecret: row.secret !== null,
    unknownAge: row.unknown_age_category,
    depth: row.depth,
    ignored: [...parsePatterns(row.ignored)],
    delivery: row.delivery,
    enabled: row.enabled === 1,
    watch: row.watched === 1,
    rescanHours: row.rescan_hours,
    watching: toWatchState(row, now),
    health: { state: row.health, since: row.health_since },
    space: toSpace(row),
    fileCount: held?.fileCount ?? 0,
    workCount: held?.workCount ?? 0,
    unsettledCount: unsettled,
    lastScan: parseLastScan(row.last_scan),
    scanWaits: row.scan_wanted_at !== null,
  }
}

const toSpace = ({ used_bytes, total_bytes }: StorageRow): Storage['space'] =>
  used_bytes === null || total_bytes === null ? null : { usedBytes: used_bytes, totalBytes: total_bytes }

/** Saves the used space. If the storage does not report it, the previous value stays. */
export async function saveSpace(db: Db, row: StorageRow, space: Health['space']): Promise<void> {
  const isSame = row.used_bytes === space?.usedBytes && row.total_bytes === space?.totalBytes
  if (!space || isSame) return
  await db
    .updateTable('storage')
    .set({ used_bytes: space.usedBytes, total_bytes: space.totalBytes })
    .where('root', '=', row.root)
    .execute()
}

/** The state reported by a node whose lease expired does not count. */
function toWatchState(row: StorageRow, now: Date): Storage['watching'] {
  const isWatched = row.enabled === 1 && row.watched === 1 && (row.watcher_until ?? '') > now.toISOString()
  return isWatched ? row.watch_state : null
}

function parseLastScan(text: string | null): Storage['lastScan'] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), LastScan), text)
  return read.success ? read.output : null
}
