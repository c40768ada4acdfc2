/**
 * Moves works and files into the trash, restores them, and removes them permanently. Each function runs inside a write transaction,
 * appends to the change feed, and returns what it actually moved. Lists must fit into one statement.
 */

import { type RawBuilder, sql } from 'kysely'
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { deleteNameSourcesOfWorks, updateNameSources } from '../entities/name-sources.store.ts'

/** Moves works into the trash. `now` is fixed-width UTC text. */
export async function trashWorks(tx: Db, keys: readonly number[], now: string): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .updateTable('work')
    .set({ trashed_at: now })
    .where('key', 'in', keys)
    .where('trashed_at', 'is', null)
    .returning('key')
    .execute()
  await updateNameSourcesOf(tx, rows)
  return appendWorkChanges(tx, rows)
}

/**
 * Restores works, including their files that are in the trash. Their absence counters are reset, so the marketplace is asked again
 * before they can be removed.
 */
export async function restoreWorks(tx: Db, keys: readonly number[], now: string): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .updateTable('work')
    .set({ trashed_at: null })
    .where('key', 'in', keys)
    .where('trashed_at', 'is not', null)
    .returning('key')
    .execute()
  await updateNameSourcesOf(tx, rows)
  const restored = await appendWorkChanges(tx, rows)
  if (restored.length === 0) return []
  await tx
    .updateTable('marketplace_record')
    .set({ absences: 0, absent_since: null, retry_at: null })
    .where('key', 'in', restored)
    .execute()
  await tx
    .updateTable('track')
    .set({ trashed_at: null, missing_at: now })
    .where('work_key', 'in', restored)
    .where('trashed_at', 'is not', null)
    .execute()
  return restored
}

/** Removes works from the trash permanently. The caller deletes the covers of the returned IDs after the commit. */
export async function removeWorks(tx: Db, keys: readonly number[]): Promise<{ key: number; id: string }[]> {
  if (keys.length === 0) return []
  const trashed = tx.selectFrom('work').select('key').where('key', 'in', keys)
  const going = await trashed.where('trashed_at', 'is not', null).execute()
  await deleteNameSourcesOfWorks(
    tx,
    going.map(({ key }) => key),
  )
  const rows = await tx
    .deleteFrom('work')
    .where('key', 'in', keys)
    .where('trashed_at', 'is not', null)
    .returning(['key', 'id'])
    .execute()
  await appendWorkChanges(tx, rows)
  return rows
}

/** Moves missing files into the trash. Users see no difference, so the change feed gets no entry. */
export async function trashTracks(tx: Db, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('track')
    .set({ trashed_at: now })
    .where('id', 'in', ids)
    .where('trashed_at', 'is', null)
    .where('missing_at', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Restores files. They still count as missing, with the period starting again now. */
export async function restoreTracks(tx: Db, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('track')
    .set({ trashed_at: null, missing_at: now })
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeTracks(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .deleteFrom('track')
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Names that come only from works in the trash are hidden. */
const updateNameSourcesOf = (tx: Db, rows: readonly { readonly key: number }[]) =>
  updateNameSources(tx, { works: rows.map(({ key }) => key), isBulk: false })

async function appendWorkChanges(tx: Db, rows: readonly { readonly key: number }[]): Promise<number[]> {
  const keys = rows.map(({ key }) => key)
  await appendChanges(tx, 'work', keys)
  return keys
}

export interface TrashedRow {
  readonly kind: 'work' | 'track'
  readonly id: string
  readonly name: string
  readonly work_id: string
  readonly trashed_at: string
}

export interface TrashPage {
  /** Undefined lists both kinds. */
  readonly kind: TrashedRow['kind'] | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns the latest first; at equal times, works before files, then by ID. */
export async function listTrashPage(
  db: Db,
  { kind, limit, offset }: TrashPage,
): Promise<{ rows: readonly TrashedRow[]; total: number }> {
  const trashed = kind === undefined ? sql`${works} union all ${tracks}` : kind === 'work' ? works : tracks
  const page = await sql<TrashedRow>`
    select * from (${trashed}) as trashed
    order by trashed_at desc, kind desc, id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number | string }>`
    select count(*) as total from (${trashed}) as trashed`.execute(db)
  return { rows: page.rows, total: Number(counted.rows[0]?.total) }
}

const works: RawBuilder<unknown> = sql`
  select 'work' as kind, id, name, id as work_id, trashed_at from work where trashed_at is not null`

const tracks: RawBuilder<unknown> = sql`
  select 'track' as kind, track.id, track.path as name, work.id as work_id, track.trashed_at
  from track join work on work.key = track.work_key
  where track.trashed_at is not null`

/** Returns whether a work exists, including in the trash. */
export async function isWorkStored(db: Db, key: number): Promise<boolean> {
  const row = await db.selectFrom('work').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}
