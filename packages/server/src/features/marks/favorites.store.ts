import type { Db } from '../../db/schema.ts'
import { increaseMarkRevision } from './marks.store.ts'

export interface FavoriteChange {
  readonly userKey: number
  readonly workKeys: readonly number[]
  readonly favorite: boolean
  readonly at: string
}

/** Adds or removes favorites. Returns the keys that changed; an existing favorite keeps its position. */
export async function changeFavorites(
  db: Db,
  { userKey, workKeys, favorite, at }: FavoriteChange,
): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    // Locks the `mark_revision` row of the account, so that concurrent changes see each other's result.
    await increaseMarkRevision(tx, userKey)
    const before = await findFavorites(tx, userKey, workKeys)
    const changed = workKeys.filter((key) => before.has(key) !== favorite)
    if (changed.length === 0) return changed
    if (favorite) {
      const rows = changed.map((work_key) => ({ user_key: userKey, work_key, added_at: at }))
      await tx.insertInto('favorite').values(rows).execute()
    } else {
      await tx
        .deleteFrom('favorite')
        .where('user_key', '=', userKey)
        .where('work_key', 'in', changed)
        .execute()
    }
    return changed
  })
}

/** Returns keys of works, latest first. */
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

/** Returns which of these works are favorites, with the time when they were added. */
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
