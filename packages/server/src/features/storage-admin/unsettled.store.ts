import type { FolderDecisionKind, FolderReason, FolderState } from '@koedana/contract/folders.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface UnsettledRow {
  readonly key: number
  readonly storage_key: number
  readonly storage_name: string
  readonly root: string
  readonly enabled: number
  readonly path: string
  readonly reason: FolderReason
  readonly file_count: number
  readonly size_bytes: number
  readonly work_key: number | null
  readonly decision: FolderDecisionKind | null
  readonly decided_key: number | null
  readonly decided_at: string | null
  /** ID of the work that was decided on, otherwise of the work as which the folder was ingested. */
  readonly work_id: string | null
  readonly work_name: string | null
}

const selectFindings = (db: Db) =>
  db
    .selectFrom('folder_finding as found')
    .innerJoin('storage', 'storage.key', 'found.storage_key')
    .leftJoin('work', (join) =>
      join
        .on('work.key', '=', sql<number>`coalesce(found.decided_key, found.work_key)`)
        .on('work.trashed_at', 'is', null),
    )
    .where('storage.removed_at', 'is', null)

const columns = [
  'found.key',
  'found.storage_key',
  'storage.name as storage_name',
  'storage.root',
  'storage.enabled',
  'found.path',
  'found.reason',
  'found.file_count',
  'found.size_bytes',
  'found.work_key',
  'found.decision',
  'found.decided_key',
  'found.decided_at',
  'work.id as work_id',
  'work.name as work_name',
] as const

export interface UnsettledQuery {
  readonly state: FolderState
  readonly storageKey: number | undefined
  readonly reason: FolderReason | undefined
  readonly limit: number
  readonly offset: number
}

/** Open findings are in the order of discovery, decided ones latest first. */
export async function listUnsettledPage(
  db: Db,
  query: UnsettledQuery,
): Promise<{ rows: UnsettledRow[]; total: number }> {
  const { total } = await selectMatching(db, query)
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const chosen = selectMatching(db, query).select(columns)
  const ordered =
    query.state === 'open'
      ? chosen.orderBy('found.key')
      : chosen.orderBy('found.decided_at', 'desc').orderBy('found.key', 'desc')
  return { rows: await ordered.limit(query.limit).offset(query.offset).execute(), total: Number(total) }
}

function selectMatching(db: Db, { state, storageKey, reason }: UnsettledQuery) {
  let query = selectFindings(db).where('found.decision', state === 'open' ? 'is' : 'is not', null)
  if (storageKey !== undefined) query = query.where('found.storage_key', '=', storageKey)
  if (reason !== undefined) query = query.where('found.reason', '=', reason)
  return query
}

/** Returns findings by their public IDs, in the order of discovery. */
export async function findUnsettled(db: Db, ids: readonly string[]): Promise<UnsettledRow[]> {
  const keys = ids.flatMap((id) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))
  return keys.length === 0
    ? []
    : selectFindings(db).select(columns).where('found.key', 'in', keys).orderBy('found.key').execute()
}

export interface StoredDecision {
  readonly decision: FolderDecisionKind | null
  readonly decided_key: number | null
  readonly title: string | null
  readonly decided_at: string | null
}

export async function saveDecision(tx: Db, key: number, decided: StoredDecision): Promise<void> {
  await tx.updateTable('folder_finding').set(decided).where('key', '=', key).execute()
}

export async function countUnsettled(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('folder_finding')
    .select(['storage_key', (e) => e.fn.countAll<number | string>().as('count')])
    .where('decision', 'is', null)
    .groupBy('storage_key')
    .execute()
  return new Map(rows.map(({ storage_key, count }) => [storage_key, Number(count)]))
}

export async function isWorkKnown(db: Db, key: number): Promise<boolean> {
  const row = await db.selectFrom('work').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}
