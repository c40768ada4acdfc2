import type { WorkField } from '@koedana/contract/editing.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import { type RawBuilder, sql } from 'kysely'
import { inByteOrder } from '../../../db/byte-order.ts'
import { appendBulkChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { findMergedByName, findMergedEntities } from '../../entities/entities.store.ts'
import { ownEntityId } from '../../entities/own-entity-id.ts'
import { blankColumns } from '../../metadata/ingest/blank-work.rules.ts'
import { findLocked } from '../../metadata/ingest/locks.store.ts'
import { bitsOf } from '../../metadata/ingest/provenance.rules.ts'
import { saveClaims } from '../../metadata/ingest/provenance.store.ts'
import type { TrackRow } from '../media/tracks.store.ts'

export async function findKnownKeys(db: Db, keys: readonly number[]): Promise<Set<number>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('work').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

export interface NewWork {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly ageCategory: AgeCategory
  readonly maker: string | undefined
  readonly series: string | undefined
  readonly artists: readonly string[]
}

/** Inserts a work known only from its folder. A catalog file or the marketplace may complete it later. */
export async function insertWork(tx: Db, work: NewWork, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx
    .insertInto('work')
    .values({
      ...blankColumns({ id: work.id, source: 'folder', now: at }),
      in_library: 0,
      has_lyrics: 0,
      name: work.name,
      age_category: work.ageCategory,
      availability: work.id.startsWith('KD') ? 'own' : 'unavailable',
      maker_key:
        work.maker === undefined ? null : await entityKey(tx, { table: 'maker', name: work.maker, at }),
      series_key:
        work.series === undefined ? null : await entityKey(tx, { table: 'series', name: work.series, at }),
    })
    .execute()
  await insertArtists(tx, work, at)
}

async function insertArtists(tx: Db, { key, artists }: NewWork, at: string): Promise<void> {
  const keys: number[] = []
  for (const name of artists) keys.push(await entityKey(tx, { table: 'artist', name, at }))
  const links = [...new Set(keys)].map((entity_key, position) => ({ work_key: key, entity_key, position }))
  if (links.length > 0) await tx.insertInto('work_artist').values(links).execute()
}

/** Fills fields of a known work from folders and tags, if they are empty and not locked. */
export async function fillWork(tx: Db, work: NewWork, now: Date): Promise<void> {
  const { key, maker, series, artists } = work
  if (maker === undefined && series === undefined && artists.length === 0) return
  const row = await tx
    .selectFrom('work')
    .select(['maker_key', 'series_key'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return
  const at = now.toISOString()
  const locked = (await findLocked(tx, [key])).get(key)
  const filled: WorkField[] = []
  const fills = (field: WorkField, isKnown: boolean): boolean => {
    const isFilled = !isKnown && locked?.has(field) !== true
    if (isFilled) filled.push(field)
    return isFilled
  }
  if (maker !== undefined && fills('maker', row.maker_key !== null)) {
    const maker_key = await entityKey(tx, { table: 'maker', name: maker, at })
    await tx.updateTable('work').set({ maker_key }).where('key', '=', key).execute()
  }
  if (series !== undefined && fills('series', row.series_key !== null)) {
    const series_key = await entityKey(tx, { table: 'series', name: series, at })
    await tx.updateTable('work').set({ series_key }).where('key', '=', key).execute()
  }
  if (artists.length > 0 && fills('artists', await hasArtists(tx, key))) await insertArtists(tx, work, at)
  await saveClaims(tx, [{ key, bits: bitsOf(filled), origin: { source: 'folder', at } }])
}

const hasArtists = async (tx: Db, key: number): Promise<boolean> =>
  (await tx.selectFrom('work_artist').select('work_key').where('work_key', '=', key).executeTakeFirst()) !==
  undefined

const entityKinds = { maker: 'makers', series: 'series', artist: 'artists' } as const
type FoldersEntity = keyof typeof entityKinds

/** Returns the entity with this name, the lowest ID if there are several; creates one if there is none. */
async function entityKey(
  tx: Db,
  { table, name, at }: { table: FoldersEntity; name: string; at: string },
): Promise<number> {
  const known = await tx
    .selectFrom(table)
    .select('key')
    .where('name', '=', name)
    .orderBy(inByteOrder(tx, 'id'))
    .limit(1)
    .executeTakeFirst()
  if (known) return known.key
  const kind = entityKinds[table]
  const id = ownEntityId(name)
  const other = (await findMergedByName(tx, kind, name)) ?? (await findScanEntity(tx, { table, id }))
  if (other !== undefined) return other
  const { key } = await tx
    .insertInto(table)
    .values({ id, name, kana: null, created_at: at, updated_at: at })
    .returning('key')
    .executeTakeFirstOrThrow()
  await appendBulkChanges(tx, kind, [key])
  return key
}

/** Finds an entity that a scan created for this name, and that was renamed or merged since. */
async function findScanEntity(
  tx: Db,
  { table, id }: { table: FoldersEntity; id: string },
): Promise<number | undefined> {
  const made = await tx.selectFrom(table).select('key').where('id', '=', id).executeTakeFirst()
  const merged = await findMergedEntities(tx, entityKinds[table], [id])
  return made?.key ?? merged.get(id)
}

/** Inserts or updates tracks. A track that was known a moment ago may have been deleted permanently in the meantime. */
export async function writeTracks(tx: Db, rows: readonly TrackRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += maxListLength) {
    const some = rows.slice(start, start + maxListLength)
    const there = await findTrackIds(
      tx,
      some.map(({ id }) => id),
    )
    const fresh = some.filter(({ id }) => !there.has(id))
    if (fresh.length > 0) await tx.insertInto('track').values(fresh).execute()
    for (const row of some)
      if (there.has(row.id)) await tx.updateTable('track').set(row).where('id', '=', row.id).execute()
  }
}

async function findTrackIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('track').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function markMissing(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  await tx.updateTable('track').set({ missing_at: now.toISOString() }).where('id', 'in', ids).execute()
}

/** Limit of list lengths in SQL: SQLite allows 32,766 parameters, and a track row has 25. */
export const maxListLength = 500

export async function countStorageTracks(db: Db, storageKey: number): Promise<number> {
  const { count } = await db
    .selectFrom('track')
    .select((e) => e.fn.countAll().as('count'))
    .where('storage_key', '=', storageKey)
    .where('missing_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type TrackPath = Pick<TrackRow, 'id' | 'path' | 'missing_at'>

/** Returns all files that the storage ever had. */
export const listTrackPaths = (db: Db, storageKey: number): Promise<TrackPath[]> =>
  db.selectFrom('track').select(['id', 'path', 'missing_at']).where('storage_key', '=', storageKey).execute()

/** Returns the tracks of works in all storages, including missing ones. Faster than one lookup per path, because they are adjacent. */
export const findTracksOf = (db: Db, workKeys: readonly number[]): Promise<TrackRow[]> =>
  db.selectFrom('track').selectAll().where('work_key', 'in', workKeys).execute()

/** Includes missing tracks. */
export const findTracksAt = (db: Db, storageKey: number, paths: readonly string[]): Promise<TrackRow[]> =>
  db
    .selectFrom('track')
    .selectAll()
    .where('path', 'in', paths)
    .where('storage_key', '=', storageKey)
    .execute()

/** Returns tracks that are missing in other storages, in a fixed order. */
export const listLostElsewhere = (
  db: Db,
  storageKey: number,
): Promise<Pick<TrackRow, 'id' | 'fingerprint'>[]> =>
  db
    .selectFrom('track')
    .select(['id', 'fingerprint'])
    .where('missing_at', 'is not', null)
    .where('storage_key', '!=', storageKey)
    .orderBy('storage_key')
    .orderBy('id')
    .execute()

export const findStorageTracks = (db: Db, ids: readonly string[]): Promise<TrackRow[]> =>
  db.selectFrom('track').selectAll().where('id', 'in', ids).execute()

/** Returns the works with present tracks in other storages. */
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

/** Saves file facts that changed without the content. No change is published, since they are not shown anywhere. */
export async function saveTouched(tx: Db, rows: readonly TrackRow[]): Promise<void> {
  const values: RawBuilder<unknown>[] = rows.map(
    ({ id, changed_ms, hash }) => sql`(${id}, ${changed_ms}, ${hash})`,
  )
  // SQLite and PostgreSQL use these column names for a VALUES list.
  const given = sql`(values ${sql.join(values)}) as v`
  await sql`update track set changed_ms = cast(v.column2 as bigint), hash = cast(v.column3 as text) from ${given} where track.id = v.column1`.execute(
    tx,
  )
}
