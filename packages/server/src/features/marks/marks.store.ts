/** Queries for marks and for which works were played. */
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { MarkTable } from '../../db/tables/accounts.ts'
import type { ProgressTable } from '../../db/tables/progress.ts'

/** Increases the revision, so that every node reloads the user's marks. Call it in the transaction of the change; it locks the row. */
export async function increaseMarkRevision(tx: Db, userKey: number): Promise<void> {
  await tx
    .insertInto('mark_revision')
    .values({ user_key: userKey, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('user_key').doUpdateSet({ revision: sql`mark_revision.revision + 1` }),
    )
    .execute()
}

/** Returns a text that changes whenever a favorite, a mark or a state derived from playback may have changed. */
export async function readMarkVersion(db: Db, userKey: number): Promise<string> {
  const { revision, heard } = await db
    .selectNoFrom((e) => [
      e.selectFrom('mark_revision').select('revision').where('user_key', '=', userKey).as('revision'),
      e
        .selectFrom('progress')
        .select(
          sql<string | null>`coalesce(sum(revision), 0) || '.' || coalesce(sum(finished_ms), 0)`.as('heard'),
        )
        .where('user_key', '=', userKey)
        .as('heard'),
    ])
    .executeTakeFirstOrThrow()
  return `${revision ?? 0}.${heard ?? ''}`
}

export type MarkRow = Selectable<MarkTable>

/** Returns a user's marks of all works, or of the given works. */
export async function listMarkRows(
  db: Db,
  userKey: number,
  workKeys?: readonly number[],
): Promise<MarkRow[]> {
  if (workKeys?.length === 0) return []
  const rows = db.selectFrom('mark').selectAll().where('user_key', '=', userKey)
  return (workKeys ? rows.where('work_key', 'in', workKeys) : rows).execute()
}

export type PlayedRow = Pick<ProgressTable, 'work_key' | 'play_started_ms' | 'finished_ms'>

/** Returns when a user started and finished works: all works, or the given ones. */
export async function listPlayedRows(
  db: Db,
  userKey: number,
  workKeys?: readonly number[],
): Promise<PlayedRow[]> {
  if (workKeys?.length === 0) return []
  const rows = db
    .selectFrom('progress')
    .select(['work_key', 'play_started_ms', 'finished_ms'])
    .where('user_key', '=', userKey)
  return (workKeys ? rows.where('work_key', 'in', workKeys) : rows).execute()
}

/** Returns the keys of works that a user played in or after an hour (hours since 1970), in key order. */
export async function listHeardSince(db: Db, userKey: number, hour: number): Promise<number[]> {
  const rows = await db
    .selectFrom('listening_hour')
    .select('work_key')
    .distinct()
    .where('user_key', '=', userKey)
    .where('hour', '>=', hour)
    .where('listened_ms', '>', 0)
    .orderBy('work_key')
    .execute()
  return rows.map(({ work_key }) => work_key)
}

const columns = ['state', 'state_ms', 'rating', 'note', 'rating_ms', 'note_ms'] as const

export async function upsertMarks(tx: Db, rows: readonly MarkRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('mark')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['user_key', 'work_key'])
        .doUpdateSet((e) => Object.fromEntries(columns.map((name) => [name, e.ref(`excluded.${name}`)]))),
    )
    .execute()
}
