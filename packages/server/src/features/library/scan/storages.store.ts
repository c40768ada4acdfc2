/** The folders that are scanned. */
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'

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
      conflict.column('root').doUpdateSet({ unknown_age_category: storage.unknownAge }),
    )
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/** The marker of the last scan that came to its end; null before. */
export async function findMarker(db: Db, root: string): Promise<string | null> {
  const row = await db.selectFrom('storage').select('marker').where('root', '=', root).executeTakeFirst()
  return row?.marker ?? null
}

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

export interface StorageFolder {
  readonly key: number
  readonly root: string
  readonly unknownAge: AgeCategory
  readonly marker: string | null
}

export function listStorages(db: Db): Promise<StorageFolder[]> {
  return db
    .selectFrom('storage')
    .select(['key', 'root', 'unknown_age_category as unknownAge', 'marker'])
    .orderBy('key')
    .execute()
}

/** Folders that no scan has come to the end of. */
export function listUnscanned(db: Db): Promise<{ root: string }[]> {
  return db.selectFrom('storage').select('root').where('scanned_at', 'is', null).orderBy('key').execute()
}
