import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { ScheduleTable } from '../../../db/tables/tasks.ts'
import type { ScheduleRow } from './schedule.rules.ts'

/** Lists schedules in order of creation. */
export function listScheduleRows(db: Db): Promise<ScheduleRow[]> {
  return db.selectFrom('schedule').selectAll().orderBy('key').execute()
}

export function listEnabledSchedules(db: Db): Promise<ScheduleRow[]> {
  return db.selectFrom('schedule').selectAll().where('enabled', '=', 1).orderBy('key').execute()
}

export function insertSchedule(write: Db, row: Insertable<ScheduleTable>): Promise<ScheduleRow> {
  return write.insertInto('schedule').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findScheduleRow(db: Db, id: string): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirst()
}

export function changeSchedule(
  tx: Db,
  key: number,
  columns: Updateable<ScheduleTable>,
): Promise<ScheduleRow> {
  return tx
    .updateTable('schedule')
    .set(columns)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns false if there was none. */
export async function deleteScheduleRow(write: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await write.deleteFrom('schedule').where('id', '=', id).executeTakeFirst()
  return Number(numDeletedRows) > 0
}

/** Claims a due time. Several servers may see it, but only one claim succeeds. */
export async function claimDueTime(tx: Db, { key, due_after }: ScheduleRow, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule')
    .set({ due_after: at })
    .where('key', '=', key)
    .where('enabled', '=', 1)
    .where('due_after', '=', due_after)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}
