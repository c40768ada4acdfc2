/** Old IDs of works whose files became another work. What writes runs inside `writeTogether`. */
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'

/** Returns the current work of each old key. */
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

/** Returns aliases made since then. */
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

/** What led to the old work leads to the new one too. */
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

/** Deletes the alias of a work that has files again. */
export async function deleteWorkAlias(tx: Db, oldKey: number): Promise<void> {
  const gone = await tx.deleteFrom('work_alias').where('old_key', '=', oldKey).returning('old_key').execute()
  if (gone.length > 0) await appendChanges(tx, 'alias', [oldKey])
}
