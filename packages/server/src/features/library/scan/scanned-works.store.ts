/** Stores the signatures of works at their last scan, and counts the rows that each work has now. */
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import type { ScannedWorkTable } from '../../../db/tables/library.ts'
import { maxListLength } from './scan.store.ts'

export type ScannedWorkRow = Selectable<ScannedWorkTable>

export async function listScannedWorks(db: Db, storageKey: number): Promise<Map<string, ScannedWorkRow>> {
  const rows = await db.selectFrom('scanned_work').selectAll().where('storage_key', '=', storageKey).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function saveScannedWorks(tx: Db, rows: readonly ScannedWorkRow[]): Promise<void> {
  for (const some of chunksOf(rows, maxListLength))
    await tx
      .insertInto('scanned_work')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['storage_key', 'id']).doUpdateSet((e) => ({
          work_key: e.ref('excluded.work_key'),
          signature: e.ref('excluded.signature'),
          held: e.ref('excluded.held'),
        })),
      )
      .execute()
}

export async function deleteScannedWorks(tx: Db, storageKey: number, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids, maxListLength))
    await tx
      .deleteFrom('scanned_work')
      .where('storage_key', '=', storageKey)
      .where('id', 'in', some)
      .execute()
}

export interface WorkRowCounts {
  readonly tracks: number
  readonly trashed: number
  readonly files: number
  readonly texts: number
}

const count = sql<number | string>`count(*)`
const noRows: WorkRowCounts = { tracks: 0, trashed: 0, files: 0, texts: 0 }

export async function countWorkRows(db: Db, storageKey: number): Promise<Map<number, WorkRowCounts>> {
  const held = new Map<number, WorkRowCounts>()
  const add = (key: number, more: Partial<WorkRowCounts>) =>
    held.set(key, { ...(held.get(key) ?? noRows), ...more })
  const tracks = await db
    .selectFrom('track')
    .select(['work_key', count.as('tracks'), sql<number | string>`count(trashed_at)`.as('trashed')])
    .where('storage_key', '=', storageKey)
    .where('missing_at', 'is', null)
    .groupBy('work_key')
    .execute()
  for (const row of tracks) add(row.work_key, { tracks: Number(row.tracks), trashed: Number(row.trashed) })
  for (const [table, name] of [
    ['work_file', 'files'],
    ['lyrics', 'texts'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['work_key', count.as('count')])
      .where('storage_key', '=', storageKey)
      .groupBy('work_key')
      .execute()
    for (const row of rows) add(row.work_key, { [name]: Number(row.count) })
  }
  return held
}
