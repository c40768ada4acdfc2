/** Old IDs of works whose files moved to another work. Functions that write must run inside `writeInTurn`. */
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'

/** Returns the current work key by old key. */
export async function listWorkAliases(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db.selectFrom('work_alias').select(['old_key', 'work_key']).execute()
  return new Map(rows.map(({ old_key, work_key }) => [old_key, work_key]))
}

/** Returns the old keys of a work, the latest first. */
export async function listOldKeys(db: Db, workKey: number): Promise<number[]> {
  const rows = await db
    .selectFrom('work_alias')
    .select('old_key')
    .where('work_key', '=', workKey)
    .orderBy('moved_at', 'desc')
    .orderBy('old_key')
    .execute()
  return rows.map(({ old_key }) => old_key)
}

/** Returns the aliases that were created at or after a time. */
export const listAliasesSince = (
  db: Db,
  movedAt: string,
): Promise<{ readonly old_key: number; readonly work_key: number }[]> =>
  db
    .selectFrom('work_alias')
    .select(['old_key', 'work_key'])
    .where('moved_at', '>=', movedAt)
    .orderBy('old_key')
    .execute()

export interface WorkMove {
  readonly from: number
  readonly into: number
}

/** Saves an alias. Aliases of the old work are redirected to the new one. */
export async function saveWorkAlias(tx: Db, { from, into }: WorkMove, now: string): Promise<void> {
  await tx.updateTable('work_alias').set({ work_key: into }).where('work_key', '=', from).execute()
  await tx.deleteFrom('work_alias').where('old_key', '=', into).execute()
  const moved = { work_key: into, moved_at: now }
  await tx
    .insertInto('work_alias')
    .values({ old_key: from, ...moved })
    .onConflict((conflict) => conflict.column('old_key').doUpdateSet(moved))
    .execute()
  await appendChanges(tx, 'alias', [from, into])
}

/** Deletes an alias, because the old work has files again. */
export async function deleteWorkAlias(tx: Db, oldKey: number): Promise<void> {
  const gone = await tx.deleteFrom('work_alias').where('old_key', '=', oldKey).returning('old_key').execute()
  if (gone.length > 0) await appendChanges(tx, 'alias', [oldKey])
}
