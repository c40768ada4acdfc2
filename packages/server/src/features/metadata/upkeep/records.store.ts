/** Stores what was requested from the marketplace for each work, and what is still to be requested. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import type { MarketplaceRecordTable } from '../../../db/tables/tasks.ts'

const columns = [
  'key',
  'id',
  'wanted',
  'record_at',
  'numbers_at',
  'numbers_hash',
  'absent_since',
  'absences',
  'retry_at',
  'cover_url',
  'cover_state',
] as const satisfies readonly (keyof MarketplaceRecordTable)[]

/** Returns the row of a work before any lookup. */
export const newRecord = (id: string): MarketplaceRecordTable => ({
  key: workKeyOf(id),
  id,
  wanted: 0,
  record_at: null,
  numbers_at: null,
  numbers_hash: null,
  absent_since: null,
  absences: 0,
  retry_at: null,
  cover_url: null,
  cover_state: null,
})

const keysPerStatement = 5_000

export async function findRecords(
  db: Db,
  keys: readonly number[],
): Promise<Map<number, MarketplaceRecordTable>> {
  const found = new Map<number, MarketplaceRecordTable>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = await db.selectFrom('marketplace_record').selectAll().where('key', 'in', some).execute()
    for (const row of rows) found.set(row.key, row)
  }
  return found
}

const replaced = columns
  .filter((column) => column !== 'key' && column !== 'id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

export function saveRecords(
  database: Database,
  tx: Db,
  rows: readonly MarketplaceRecordTable[],
): Promise<void> {
  const onConflict = `(key) do update set ${replaced}`
  return insertRows(database, tx, {
    table: 'marketplace_record',
    columns,
    rows: rows.map((row) => ({ ...row })),
    onConflict,
  })
}

/** Schedules a record lookup for works whose record was never read. */
export function wantRecords(database: Database, tx: Db, ids: readonly string[]): Promise<void> {
  return insertRows(database, tx, {
    table: 'marketplace_record',
    columns: ['key', 'id', 'wanted'],
    rows: ids.map((id) => ({ key: workKeyOf(id), id, wanted: 1 })),
    onConflict: '(key) do update set wanted = 1 where marketplace_record.record_at is null',
  })
}

/** Returns the IDs that neither the catalog nor any lookup knows. */
export async function findUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  const known = new Set<number>()
  for (const some of chunksOf(ids.map(workKeyOf), keysPerStatement)) {
    const works = await db.selectFrom('work').select('key').where('key', 'in', some).execute()
    const records = await db.selectFrom('marketplace_record').select('key').where('key', 'in', some).execute()
    for (const { key } of [...works, ...records]) known.add(key)
  }
  return [...new Set(ids)].filter((id) => !known.has(workKeyOf(id)))
}

/** Returns sorted keys of works whose record is wanted and may be requested now. Works in the trash are left out. */
export async function listWantedRecords(db: Db, now: string): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select marketplace_record.key from marketplace_record
    left join work on work.key = marketplace_record.key
    where marketplace_record.wanted = 1 and work.trashed_at is null
      and (marketplace_record.retry_at is null or marketplace_record.retry_at <= ${now})
    order by marketplace_record.key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Returns sorted keys of works whose cover is to be downloaded. */
export async function listWantedCovers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select marketplace_record.key from marketplace_record
    join work on work.key = marketplace_record.key
    where marketplace_record.cover_state = 'wanted' and work.trashed_at is null
    order by marketplace_record.key`.execute(db)
  return rows.map(({ key }) => key)
}

export interface CoverState {
  readonly key: number
  /** The requested URL. The state is stored only if the work still has this URL. */
  readonly url: string
  readonly state: MarketplaceRecordTable['cover_state']
}

export async function saveCoverStates(tx: Db, states: readonly CoverState[]): Promise<void> {
  for (const { key, url, state } of states) {
    await tx
      .updateTable('marketplace_record')
      .set({ cover_state: state })
      .where('key', '=', key)
      .where('cover_url', '=', url)
      .execute()
  }
}
