/** Queries for follows. Functions that write must run inside `writeInTurn`. */
import type { FollowedKind } from '@koedana/contract/values.ts'
import { inByteOrder } from '../../db/byte-order.ts'
import type { Db } from '../../db/schema.ts'
import type { ReleasedWork, StoredFollow } from './follow.rules.ts'

/** Returns the latest first. */
export async function listFollowRows(db: Db, userKey: number): Promise<StoredFollow[]> {
  const rows = await db
    .selectFrom('follow')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('followed_at', 'desc')
    .orderBy('kind')
    .orderBy(inByteOrder(db, 'entity_id'))
    .execute()
  return rows.map(({ kind, entity_id, followed_at }) => ({ kind, id: entity_id, followedAt: followed_at }))
}

export async function insertFollow(
  tx: Db,
  userKey: number,
  { kind, id, followedAt }: StoredFollow,
): Promise<void> {
  await tx
    .insertInto('follow')
    .values({ user_key: userKey, kind, entity_id: id, followed_at: followedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFollows(
  tx: Db,
  userKey: number,
  { kind, ids }: { readonly kind: FollowedKind; readonly ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('follow')
    .where('user_key', '=', userKey)
    .where('kind', '=', kind)
    .where('entity_id', 'in', ids)
    .execute()
}

export async function findReleased(db: Db, keys: readonly number[]): Promise<ReleasedWork[]> {
  if (keys.length === 0) return []
  return db.selectFrom('work').select(['key', 'released_on']).where('key', 'in', keys).execute()
}
