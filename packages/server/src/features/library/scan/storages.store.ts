import type { LastScan, StorageHealth } from '@koedana/contract/storages.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../../db/schema.ts'
import type { StorageLocation } from '../../storages/open-storages.ts'
import { createIgnoreMatcher } from './ignored.rules.ts'

/** Adds a storage, or restores a removed one; returns its key. */
export async function saveStorage(
  db: Db,
  storage: { readonly root: string; readonly unknownAge: AgeCategory },
): Promise<number> {
  const { key } = await db
    .insertInto('storage')
    .values({
      kind: 'local',
      root: storage.root,
      unknown_age_category: storage.unknownAge,
      scanned_at: null,
      marker: null,
    })
    .onConflict((conflict) =>
      // Adding a removed storage again restores its known files.
      conflict.column('root').doUpdateSet({ unknown_age_category: storage.unknownAge, removed_at: null }),
    )
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/**
 * Returns the key of the storage that was at `known` when its scan was requested. Returns undefined if it was removed or changed its root
 * since: a scan restores nothing, and changes no settings. The real path of the root may differ from `known`.
 */
export async function findKnownStorage(
  db: Db,
  known: string,
  storage: Parameters<typeof saveStorage>[1],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('storage')
    .select('key')
    .where('root', '=', known)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && (storage.root === known ? row.key : saveStorage(db, storage))
}

/** Returns whether the storage was removed. Nothing found there may be added then. */
export async function isStorageRemoved(db: Db, key: number): Promise<boolean> {
  const row = await db.selectFrom('storage').select('removed_at').where('key', '=', key).executeTakeFirst()
  return row === undefined || row.removed_at !== null
}

/** Returns the marker of the last completed scan; null before the first. */
export async function findMarker(db: Db, root: string): Promise<string | null> {
  const row = await db.selectFrom('storage').select('marker').where('root', '=', root).executeTakeFirst()
  return row?.marker ?? null
}

/** Records a completed scan. */
export async function saveScanned(
  db: Db,
  storageKey: number,
  { now, marker }: { readonly now: Date; readonly marker: string | null },
): Promise<void> {
  await db
    .updateTable('storage')
    .set({ scanned_at: now.toISOString(), marker })
    .where('key', '=', storageKey)
    .execute()
}

export interface ScanLimits {
  readonly depth: number
  readonly isIgnored: (path: string) => boolean
}

/** An unknown storage has no limits. */
export async function findScanLimits(db: Db, root: string): Promise<ScanLimits> {
  const row = await db
    .selectFrom('storage')
    .select(['depth', 'ignored'])
    .where('root', '=', root)
    .executeTakeFirst()
  return {
    depth: row?.depth ?? Number.POSITIVE_INFINITY,
    isIgnored: createIgnoreMatcher(parsePatterns(row?.ignored)),
  }
}

export function parsePatterns(text = '[]'): readonly string[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text)
  return read.success ? read.output : []
}

/** Saves the result of the last scan and the health that follows from it. `health_since` changes only with the health. */
export async function saveLastScan(db: Db, root: string, last: LastScan): Promise<void> {
  await db
    .updateTable('storage')
    .set({ last_scan: JSON.stringify(last) })
    .where('root', '=', root)
    .where('removed_at', 'is', null)
    .execute()
  await saveHealth(db, { root, state: healthAfter[last.state], at: last.at })
}

const healthAfter: Readonly<Record<LastScan['state'], StorageHealth>> = {
  mounted: 'available',
  notMounted: 'notMounted',
  emptied: 'emptied',
  lost: 'unavailable',
  failed: 'damaged',
}

/** Saves the state and its time if the state changed. */
export async function saveHealth(
  db: Db,
  { root, state, at }: { readonly root: string; readonly state: StorageHealth; readonly at: string },
): Promise<void> {
  await db
    .updateTable('storage')
    .set({ health: state, health_since: at })
    .where('root', '=', root)
    .where('health', '!=', state)
    .execute()
}

export interface StorageFolder extends StorageLocation {
  readonly key: number
  readonly unknownAge: AgeCategory
  readonly marker: string | null
  /** A disabled storage is neither scanned nor served. */
  readonly isOn: boolean
  /** Only its files are still known. */
  readonly isRemoved: boolean
}

/** Includes removed storages. */
export async function listStorages(db: Db): Promise<StorageFolder[]> {
  const rows = await db.selectFrom('storage').selectAll().orderBy('key').execute()
  return rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    root: row.root,
    options: row.options,
    secret: row.secret,
    unknownAge: row.unknown_age_category,
    marker: row.marker,
    isOn: row.enabled === 1,
    isRemoved: row.removed_at !== null,
  }))
}

/** Returns whether an enabled storage has never been scanned completely. */
export async function hasUnscanned(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('storage')
    .select(sql`1`.as('one'))
    .where('scanned_at', 'is', null)
    .where('enabled', '=', 1)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns undefined for an unknown or removed storage. */
export async function findIsEnabled(db: Db, root: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('storage')
    .select('enabled')
    .where('root', '=', root)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && row.enabled === 1
}

/** Deletes removed storages that have no known files left. */
export async function deleteEmptyStorages(tx: Db): Promise<void> {
  await tx
    .deleteFrom('storage')
    .where('removed_at', 'is not', null)
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('track').select(sql`1`.as('one')).whereRef('track.storage_key', '=', 'storage.key'),
        ),
      ),
    )
    .execute()
}
