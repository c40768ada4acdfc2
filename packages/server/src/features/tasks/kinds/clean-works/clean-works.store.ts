import type { EntityKind } from '@koedana/contract/values.ts'
import { type RawBuilder, sql } from 'kysely'
import { appendBulkChanges } from '../../../../db/changes.ts'
import { type Db, entityTables } from '../../../../db/schema.ts'

export interface GoneWork {
  readonly key: number
  readonly id: string
  readonly name: string
}

export interface GoneWorksQuery {
  /** A file that has been missing since this time or longer does not protect its work, if its storage is in `storages`. */
  readonly cutoff: string
  /** Storages that were checked in this run. */
  readonly storages: readonly number[]
  /** The marketplace has reported the work as absent since this time or longer. */
  readonly absentSince: string
  /** Restricts the query to these works. */
  readonly keys?: readonly number[]
}

/** Number of consecutive lookups, days apart, that must have found nothing. */
const absencesNeeded = 3

/**
 * Lists works that may move to the trash. A work stays while it has a file, packed or not, and while anyone has it as a favorite or
 * gave it a status, rating or note. It stays while the marketplace may have it: until three lookups found nothing, or if it came from
 * a catalog file and was never looked up. Works that people created or edited, locked or gave a cover stay for good.
 */
export async function listGoneWorks(db: Db, query: GoneWorksQuery): Promise<GoneWork[]> {
  const { cutoff, storages, absentSince, keys } = query
  if (keys?.length === 0) return []
  const isLeaving = storages.length === 0 ? sql`1 = 0` : sql`track.storage_key in (${sql.join(storages)})`
  const { rows } = await sql<GoneWork>`
    select work.key, work.id, work.name
    from work left join marketplace_record as record on record.key = work.key
    where work.trashed_at is null and work.origin <> 'edit' ${keys ? sql`and work.key in (${sql.join(keys)})` : sql``}
      and case when ${wasLookedUp}
        then record.absences >= ${absencesNeeded} and record.absent_since <= ${absentSince}
        else work.origin = 'folder' or work.id like 'KD%' end
      and not exists (select 1 from track where track.work_key = work.key and track.trashed_at is null
        and not (track.missing_at is not null and track.missing_at <= ${cutoff} and ${isLeaving}))
      and not exists (select 1 from work_edit where work_edit.work_key = work.key)
      and not exists (select 1 from work_lock where work_lock.work_key = work.key)
      and not exists (select 1 from work_source where work_source.work_key = work.key and source = 'edit')
      and work.key not in (select work_key from favorite)
      and work.key not in (select work_key from mark where state is not null or rating is not null or note <> '')
      and work.key not in (select work_key from packed_work)
    order by work.key`.execute(db)
  return rows
}

const wasLookedUp: RawBuilder<unknown> = sql`
  (record.record_at is not null or record.numbers_at is not null or record.absences > 0)`

/** Counts works that are not in the trash. */
export async function countWorks(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('work')
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export interface MissingFile {
  readonly id: string
  readonly workKey: number
  readonly workId: string
  readonly storageKey: number
  readonly root: string
  readonly path: string
}

/** Lists files that have been missing since `cutoff` or longer and are not in the trash, sorted by ID. `works` restricts the list. */
export async function listMissingFiles(
  db: Db,
  { cutoff, works }: { readonly cutoff: string; readonly works?: readonly number[] },
): Promise<MissingFile[]> {
  if (works?.length === 0) return []
  const missing = db
    .selectFrom('track')
    .innerJoin('work', 'work.key', 'track.work_key')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select([
      'track.id',
      'track.work_key as workKey',
      'work.id as workId',
      'track.storage_key as storageKey',
      'storage.root',
      'track.path',
    ])
    .where('track.missing_at', '<=', cutoff)
    .where('track.trashed_at', 'is', null)
  const files = await (works ? missing.where('track.work_key', 'in', works) : missing).execute()
  return files.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns some paths that the last scan found in a storage. */
export async function listPresentPaths(db: Db, storageKey: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('track')
    .select('path')
    .where('storage_key', '=', storageKey)
    .where('missing_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ path }) => path)
}

export interface StorageLoss {
  readonly storageKey: number
  /** `lost` counts files missing since the cutoff or longer, `total` all files, and `works` the works of the lost files. */
  readonly lost: number
  readonly total: number
  readonly works: number
}

export async function countMissingFiles(db: Db, cutoff: string): Promise<StorageLoss[]> {
  const { rows } = await sql<Record<'storage_key' | 'lost' | 'total' | 'works', number | string>>`
    select storage_key, count(*) as total,
      count(case when missing_at <= ${cutoff} then 1 end) as lost,
      count(distinct case when missing_at <= ${cutoff} then work_key end) as works
    from track where trashed_at is null group by storage_key`.execute(db)
  return rows.map(({ storage_key, lost, total, works }) => ({
    storageKey: Number(storage_key),
    lost: Number(lost),
    total: Number(total),
    works: Number(works),
  }))
}

/** A work that has been in the trash for long. */
export interface OldWork {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Works whose files still exist are left out, since the next scan would add them again as new works. */
export function listOldWorks(db: Db, cutoff: string): Promise<OldWork[]> {
  return db
    .selectFrom('work')
    .select(['key', 'id', 'name'])
    .where('trashed_at', '<=', cutoff)
    .where('key', 'not in', (e) => e.selectFrom('track').select('work_key').where('missing_at', 'is', null))
    .where('key', 'not in', (e) => e.selectFrom('packed_work').select('work_key'))
    .orderBy('key')
    .execute()
}

export interface OldFile {
  readonly id: string
  readonly root: string
  readonly path: string
  readonly workId: string
}

export async function listOldFiles(db: Db, cutoff: string): Promise<OldFile[]> {
  return db
    .selectFrom('track')
    .innerJoin('work', 'work.key', 'track.work_key')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.id', 'storage.root', 'track.path', 'work.id as workId'])
    .where('track.trashed_at', '<=', cutoff)
    .execute()
}

/** Returns the keys that no work has. */
export async function listUnknownWorks(db: Db, keys: readonly number[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('work').select('key').where('key', 'in', keys).execute()
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

/** A maker, series, artist, illustrator or genre that nothing uses. */
export interface UnusedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Lists entities without works (trashed works count too), without followers, merged entities and manual names. */
export async function listUnlinkedEntities(
  db: Db,
  kind: EntityKind,
  keys?: readonly number[],
): Promise<UnusedEntity[]> {
  if (keys?.length === 0) return []
  const { rows } = await sql<UnusedEntity>`
    select key, id, name from ${sql.table(entityTables[kind])}
    where key not in (${usedEntityKeys[kind]}) ${keys ? sql`and key in (${sql.join(keys)})` : sql``}
      and id not in (select entity_id from follow where kind = ${kind})
      and key not in (select entity_key from entity_alias where kind = ${kind})
      and key not in (select entity_key from entity_lock where kind = ${kind})
    order by key`.execute(db)
  return rows
}

/** Selects the keys of the entities of each kind that any work uses. */
export const usedEntityKeys: Readonly<Record<EntityKind, RawBuilder<unknown>>> = {
  makers: sql`select maker_key from work where maker_key is not null`,
  series: sql`select series_key from work where series_key is not null`,
  artists: sql`select entity_key from work_artist`,
  illustrators: sql`select entity_key from work_illustrator`,
  genres: sql`select entity_key from work_genre`,
}

export async function removeEntities(tx: Db, kind: EntityKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom(entityTables[kind]).where('key', 'in', keys).execute()
  await appendBulkChanges(tx, kind, keys)
}
