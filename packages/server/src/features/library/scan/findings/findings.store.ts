import type { Selectable } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { FolderFindingTable } from '../../../../db/tables/library.ts'
import type { Finding, FindingChanges, StoredFinding } from './findings.rules.ts'

export async function listFindings(db: Db, storageKey: number): Promise<StoredFinding[]> {
  const rows = await db
    .selectFrom('folder_finding')
    .selectAll()
    .where('storage_key', '=', storageKey)
    .orderBy('key')
    .execute()
  return rows.map(toStoredFinding)
}

const toStoredFinding = (row: Selectable<FolderFindingTable>): StoredFinding => ({
  key: row.key,
  path: row.path,
  reason: row.reason,
  workKey: row.work_key,
  fileCount: row.file_count,
  sizeBytes: row.size_bytes,
  signature: row.signature,
  decision: row.decision,
  decidedKey: row.decided_key,
  title: row.title,
})

const toColumns = (finding: Finding) => ({
  path: finding.path,
  reason: finding.reason,
  work_key: finding.workKey,
  file_count: finding.fileCount,
  size_bytes: finding.sizeBytes,
  signature: finding.signature,
})

const rowsPerStatement = 500

/** Saves changes of findings. A finding that was decided in the meantime is not changed. */
export async function saveFindingChanges(
  tx: Db,
  { inserted, updated, deleted }: FindingChanges,
  found: { readonly storageKey: number; readonly now: string },
): Promise<void> {
  for (const some of chunksOf(inserted, rowsPerStatement)) {
    const rows = some.map((finding) => ({
      ...toColumns(finding),
      storage_key: found.storageKey,
      found_at: found.now,
      decision: null,
      decided_key: null,
      title: null,
      decided_at: null,
    }))
    await tx.insertInto('folder_finding').values(rows).execute()
  }
  for (const finding of updated) {
    await tx
      .updateTable('folder_finding')
      .set(toColumns(finding))
      .where('key', '=', finding.key)
      .where('decision', 'is', null)
      .execute()
  }
  for (const some of chunksOf(deleted, rowsPerStatement)) {
    await tx.deleteFrom('folder_finding').where('key', 'in', some).where('decision', 'is', null).execute()
  }
}

/** Moves a decision to the new path of its folder, and deletes any other finding at that path. */
export async function moveFinding(
  tx: Db,
  { key, path, storageKey }: { readonly key: number; readonly path: string; readonly storageKey: number },
): Promise<void> {
  await tx
    .deleteFrom('folder_finding')
    .where('storage_key', '=', storageKey)
    .where('path', '=', path)
    .where('key', '!=', key)
    .execute()
  await tx.updateTable('folder_finding').set({ path }).where('key', '=', key).execute()
}

/** Returns those of the works that were created from folders and are unknown to the marketplace. */
export async function listMarketplaceUnknownWorks(db: Db, workKeys: readonly number[]): Promise<Set<number>> {
  const unknown = new Set<number>()
  for (const some of chunksOf(workKeys, rowsPerStatement * 10)) {
    const rows = await db
      .selectFrom('marketplace_record')
      .innerJoin('work', 'work.key', 'marketplace_record.key')
      .select('work.key')
      .where('marketplace_record.key', 'in', some)
      .where('marketplace_record.absent_since', 'is not', null)
      .where('work.origin', '=', 'folder')
      .execute()
    for (const { key } of rows) unknown.add(key)
  }
  return unknown
}

export interface EmptyWork {
  readonly key: number
  /** Whether the work only came from a folder: no other source provides its fields. */
  readonly isOfFolder: boolean
}

/** Returns those of the works that have no file left, except works in the trash. */
export async function listEmptyWorks(tx: Db, workKeys: readonly number[]): Promise<EmptyWork[]> {
  if (workKeys.length === 0) return []
  const rows = await tx
    .selectFrom('work')
    .select(['key', 'origin'])
    .where('key', 'in', workKeys)
    .where('trashed_at', 'is', null)
    .where('key', 'not in', (e) =>
      e
        .selectFrom('track')
        .select('work_key')
        .where('work_key', 'in', workKeys)
        .where('missing_at', 'is', null),
    )
    .where('key', 'not in', (e) =>
      e.selectFrom('packed_work').select('work_key').where('work_key', 'in', workKeys),
    )
    .execute()
  const sources = await tx
    .selectFrom('work_source')
    .select('work_key')
    .where('work_key', 'in', workKeys)
    .where('source', 'not in', ['folder', 'edit'])
    .where('fields', '<>', 0)
    .execute()
  const sourced = new Set(sources.map(({ work_key }) => work_key))
  return rows.map(({ key, origin }) => ({ key, isOfFolder: origin === 'folder' && !sourced.has(key) }))
}
