/** Favorites by keys of accounts and works. */

import type { Db } from '../../db/schema.ts'
import { growMarkRevision } from './marks.store.ts'

/** One that is already there stays where it is. */
export async function insertFavorite(
  db: Db,
  { userKey, workKey, at }: { userKey: number; workKey: number; at: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('favorite')
      .values({ user_key: userKey, work_key: workKey, added_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await growMarkRevision(tx, userKey)
  })
}

export async function deleteFavorite(db: Db, userKey: number, workKey: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('favorite').where('user_key', '=', userKey).where('work_key', '=', workKey).execute()
    await growMarkRevision(tx, userKey)
  })
}

/** Keys of works, latest first. */
export async function listFavoriteKeys(db: Db, userKey: number): Promise<number[]> {
  const rows = await db
    .selectFrom('favorite')
    .select('work_key')
    .where('user_key', '=', userKey)
    .orderBy('added_at', 'desc')
    .orderBy('work_key', 'desc')
    .execute()
  return rows.map(({ work_key }) => work_key)
}

/** Returns those of the works that are favorites, with the instant since when they are. */
export async function findFavorites(
  db: Db,
  userKey: number,
  workKeys: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (workKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('favorite')
    .select(['work_key', 'added_at'])
    .where('user_key', '=', userKey)
    .where('work_key', 'in', workKeys)
    .execute()
  return new Map(rows.map(({ work_key, added_at }) => [work_key, added_at]))
}
