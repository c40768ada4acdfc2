import { workIdOf } from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import type { WorkFileTable } from '../../../db/tables/library.ts'
import type { StorageLocation } from '../../storages/open-storages.ts'
import type { FileFacts } from '../../storages/storage.ts'
import { type FileLocation, locationColumns, toFileLocation } from './tracks.store.ts'

export type WorkFileRow = Selectable<WorkFileTable>

export interface ListedFile extends WorkFileRow {
  /** Whether the storage is disabled: the file is listed, but cannot be opened. */
  readonly isAway: boolean
}

export async function listWorkFiles(db: Db, workKey: number): Promise<ListedFile[]> {
  const rows = await db
    .selectFrom('work_file')
    .innerJoin('storage', 'storage.key', 'work_file.storage_key')
    .selectAll('work_file')
    .select('storage.enabled')
    .where('work_key', '=', workKey)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ enabled, ...row }) => ({ ...row, isAway: enabled !== 1 }))
}

/** Returns the location of a file; undefined if it is unknown. */
export async function findFileLocation(db: Db, id: string): Promise<FileLocation | undefined> {
  const row = await db
    .selectFrom('work_file')
    .innerJoin('storage', 'storage.key', 'work_file.storage_key')
    .select(['work_file.work_key as workKey', 'work_file.path', ...locationColumns])
    .where('work_file.id', '=', id)
    .where('storage.removed_at', 'is', null)
    .executeTakeFirst()
  return row && toFileLocation(row)
}

export interface LocatedFile {
  readonly id: string
  readonly folder: string
  readonly path: string
  readonly facts: FileFacts
  readonly storage: StorageLocation
}

/** Returns all files of a work that can be opened, tracks first. */
export async function listLocatedFiles(
  db: Db,
  workKey: number,
): Promise<{ readonly workId: string; readonly title: string; readonly files: readonly LocatedFile[] }> {
  const work = await db.selectFrom('work').select('name').where('key', '=', workKey).executeTakeFirst()
  const tracks = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.id', 'track.folder', 'track.path', 'track.size_bytes', 'track.modified_at'])
    .select(locationColumns)
    .where('work_key', '=', workKey)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('enabled', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const others = await db
    .selectFrom('work_file')
    .innerJoin('storage', 'storage.key', 'work_file.storage_key')
    .select(['work_file.id', 'folder', 'path', 'size_bytes', 'modified_at'])
    .select(locationColumns)
    .where('work_key', '=', workKey)
    .where('removed_at', 'is', null)
    .where('enabled', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const files = [...tracks, ...others].map(
    ({ id, folder, path, size_bytes, modified_at, enabled: _on, delivery: _how, ...storage }) => ({
      id,
      folder,
      path,
      facts: { sizeBytes: size_bytes, modifiedAt: modified_at, changedMs: null },
      storage,
    }),
  )
  return { workId: workIdOf(workKey), title: work?.name ?? '', files }
}

/** Returns the stored files of works in one storage. */
export async function listStoredFiles(
  db: Db,
  storageKey: number,
  workKeys: readonly number[],
): Promise<WorkFileRow[]> {
  if (workKeys.length === 0) return []
  return db
    .selectFrom('work_file')
    .selectAll()
    .where('storage_key', '=', storageKey)
    .where('work_key', 'in', workKeys)
    .execute()
}

const rowsPerStatement = 500

/** Inserts or updates files. A file may have belonged to another work before. */
export async function saveFiles(tx: Db, rows: readonly WorkFileRow[]): Promise<void> {
  for (const some of chunksOf(rows, rowsPerStatement)) {
    await tx
      .insertInto('work_file')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((e) => ({
          work_key: e.ref('excluded.work_key'),
          folder: e.ref('excluded.folder'),
          position: e.ref('excluded.position'),
          size_bytes: e.ref('excluded.size_bytes'),
          modified_at: e.ref('excluded.modified_at'),
          changed_ms: e.ref('excluded.changed_ms'),
        })),
      )
      .execute()
  }
}

/** Deletes files that still belong to the given works. */
export async function deleteFiles(tx: Db, rows: readonly WorkFileRow[]): Promise<void> {
  for (const [workKey, files] of Map.groupBy(rows, (row) => row.work_key)) {
    for (const some of chunksOf(files, rowsPerStatement)) {
      const ids = some.map(({ id }) => id)
      await tx.deleteFrom('work_file').where('id', 'in', ids).where('work_key', '=', workKey).execute()
    }
  }
}

/** Deletes files of works that have no track in the storage any more. */
export async function deleteStrayFiles(tx: Db, storageKey: number): Promise<void> {
  await tx
    .deleteFrom('work_file')
    .where('storage_key', '=', storageKey)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('track')
            .select('track.id')
            .whereRef('track.work_key', '=', 'work_file.work_key')
            .where('track.storage_key', '=', storageKey)
            .where('track.missing_at', 'is', null),
        ),
      ),
    )
    .execute()
}
