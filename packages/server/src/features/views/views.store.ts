/** Saved views by keys of accounts. */
import type { Db } from '../../db/schema.ts'
import type { SavedViewTable } from '../../db/tables/home.ts'

/** Lists them in their order, without those that were deleted. */
export const listViewRows = (db: Db, userKey: number): Promise<SavedViewTable[]> =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('deleted_ms', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Locks the account, so that changes of one person's views follow each other. False if it is gone. */
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

/** Returns undefined if this person has no such view. Of those deleted, those since that instant are found. */
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

/** Returns whether there was one. */
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

/** What was deleted before that instant is gone for good. */
export async function forgetDeletedViews(tx: Db, userKey: number, ms: number): Promise<void> {
  await tx.deleteFrom('saved_view').where('user_key', '=', userKey).where('deleted_ms', '<=', ms).execute()
}
