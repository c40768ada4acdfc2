/** Content settings of an account. Save them inside `writeInTurn`. */
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import type { UserExclusionTable, UserTable } from '../../db/tables/accounts.ts'

export type StoredExclusion = Pick<Selectable<UserExclusionTable>, 'kind' | 'entity_id' | 'reason'>
export type StoredChoices = Pick<Selectable<UserTable>, 'policy' | 'age_filter_mode' | 'filter_defaults'>

/** Returns the exclusions in the order in which they were chosen. */
export function listExclusions(db: Db, userKey: number): Promise<StoredExclusion[]> {
  return db
    .selectFrom('user_exclusion')
    .select(['kind', 'entity_id', 'reason'])
    .where('user_key', '=', userKey)
    .orderBy('position')
    .execute()
}

/** Returns undefined if the account no longer exists. */
export function findChoices(db: Db, userKey: number): Promise<StoredChoices | undefined> {
  return db
    .selectFrom('user')
    .select(['policy', 'age_filter_mode', 'filter_defaults'])
    .where('key', '=', userKey)
    .executeTakeFirst()
}

/** Returns false if the account no longer exists. */
export async function saveChoices(tx: Db, userKey: number, columns: Updateable<UserTable>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set(columns)
    .where('key', '=', userKey)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const rowsPerInsert = 1_000

/** Replaces all exclusions. */
export async function replaceExclusions(
  tx: Db,
  userKey: number,
  exclusions: readonly StoredExclusion[],
): Promise<void> {
  await tx.deleteFrom('user_exclusion').where('user_key', '=', userKey).execute()
  const rows = exclusions.map((exclusion, position) => ({ user_key: userKey, position, ...exclusion }))
  for (const some of chunksOf(rows, rowsPerInsert))
    await tx.insertInto('user_exclusion').values(some).execute()
}
