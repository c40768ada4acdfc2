import type { Db } from '../../db/schema.ts'
import type { SavedViewTable } from '../../db/tables/home.ts'

/** Lists the views in order, without deleted ones. */
export const listViewRows = (db: Db, userKey: number): Promise<SavedViewTable[]> =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('deleted_ms', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Locks the account, so that changes of a user's views are serialized. Returns false if the account was deleted. */
export async function lockViews(tx: Db, userKey: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set((e) => ({ key: e.ref('key') }))
    .where('key', '=', userKey)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertView(tx: Db, row: SavedViewTable): Promise<void> {
  await tx.insertInto('saved_view').values(row).execute()
}

export interface OwnView {
  readonly userKey: number
  readonly id: string
}

/** Returns undefined if the user has no such view. Deleted views are found only if they were deleted after `deletedSinceMs`. */
export function findView(
  db: Db,
  { userKey, id }: OwnView,
  deletedSinceMs = Number.MAX_SAFE_INTEGER,
): Promise<SavedViewTable | undefined> {
  return db
    .selectFrom('saved_view')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('id', '=', id)
    .where((e) => e.or([e('deleted_ms', 'is', null), e('deleted_ms', '>', deletedSinceMs)]))
    .executeTakeFirst()
}

/** Returns whether the view existed. */
export async function changeView(
  tx: Db,
  { userKey, id }: OwnView,
  columns: Partial<Omit<SavedViewTable, 'id' | 'user_key'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_view')
    .set(columns)
    .where('user_key', '=', userKey)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Permanently removes views that were deleted up to that time. */
export async function forgetDeletedViews(tx: Db, userKey: number, ms: number): Promise<void> {
  await tx.deleteFrom('saved_view').where('user_key', '=', userKey).where('deleted_ms', '<=', ms).execute()
}
