/** Listening hours by keys of accounts and works, and the pauses of recording. */
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { insertRows } from '../../db/statements.ts'
import type { ListeningHourTable } from '../../db/tables/progress.ts'
import type { RecordingPause } from './hours.rules.ts'

/** Adds listening time to existing rows. Each combination of user, hour and work must occur only once in `rows`. */
export async function addHours(
  database: Database,
  tx: Db,
  rows: readonly ListeningHourTable[],
): Promise<void> {
  await insertRows(database, tx, {
    table: 'listening_hour',
    columns: ['user_key', 'hour', 'work_key', 'listened_ms'],
    rows: rows.map((row) => ({ ...row })),
    onConflict:
      '(user_key, hour, work_key) do update set listened_ms = listening_hour.listened_ms + excluded.listened_ms',
  })
}

export interface HourRange {
  readonly userKey: number
  /** Hours since 1970, `to` inclusive. */
  readonly from: number
  readonly to: number
}

/** In ascending order of hours. */
export async function listHours(
  db: Db,
  { userKey, from, to }: HourRange,
  workKey?: number,
): Promise<ListeningHourTable[]> {
  const rows = db
    .selectFrom('listening_hour')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('hour', '>=', from)
    .where('hour', '<=', to)
    .where('listened_ms', '>', 0)
    .orderBy('hour')
    .orderBy('work_key')
  return (workKey === undefined ? rows : rows.where('work_key', '=', workKey)).execute()
}

export interface TopWorksQuery {
  readonly userKey: number
  /** Hours since 1970. */
  readonly from: number
  readonly count: number
}

/** Returns the works that a person listened to the longest since an hour. */
export async function listTopWorks(
  db: Db,
  { userKey, from, count }: TopWorksQuery,
): Promise<{ workKey: number; seconds: number }[]> {
  const rows = await db
    .selectFrom('listening_hour')
    .select((e) => ['work_key', e.fn.sum<number | string>('listened_ms').as('listened_ms')])
    .where('user_key', '=', userKey)
    .where('hour', '>=', from)
    .groupBy('work_key')
    .orderBy('listened_ms', 'desc')
    .orderBy('work_key')
    .limit(count)
    .execute()
  return rows.map(({ work_key, listened_ms }) => ({ workKey: work_key, seconds: Number(listened_ms) / 1000 }))
}

export async function listFirstHours(
  db: Db,
  userKey: number,
): Promise<Pick<ListeningHourTable, 'work_key' | 'hour'>[]> {
  const rows = await db
    .selectFrom('listening_hour')
    .select((e) => ['work_key', e.fn.min('hour').as('hour')])
    .where('user_key', '=', userKey)
    .where('listened_ms', '>', 0)
    .groupBy('work_key')
    .execute()
  return rows.map(({ work_key, hour }) => ({ work_key, hour: Number(hour) }))
}

export async function setHour(
  tx: Db,
  { user_key, hour, work_key, listened_ms }: ListeningHourTable,
): Promise<void> {
  await tx
    .updateTable('listening_hour')
    .set({ listened_ms })
    .where('user_key', '=', user_key)
    .where('hour', '=', hour)
    .where('work_key', '=', work_key)
    .execute()
}

export async function listPauses(
  db: Db,
  userKeys: readonly number[],
): Promise<ReadonlyMap<number, readonly RecordingPause[]>> {
  const rows = await db.selectFrom('recording_pause').selectAll().where('user_key', 'in', userKeys).execute()
  const pauses = new Map<number, RecordingPause[]>()
  for (const row of rows) {
    const own = pauses.get(row.user_key) ?? []
    own.push({ pausedMs: row.paused_ms, resumedMs: row.resumed_ms ?? undefined })
    pauses.set(row.user_key, own)
  }
  return pauses
}

/** Returns when the current pause of a person began; undefined without one. */
export async function findOpenPause(db: Db, userKey: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('recording_pause')
    .select('paused_ms')
    .where('user_key', '=', userKey)
    .where('resumed_ms', 'is', null)
    .executeTakeFirst()
  return row?.paused_ms
}

export async function upsertPause(
  tx: Db,
  userKey: number,
  { pausedMs, resumedMs }: RecordingPause,
): Promise<void> {
  const end = { resumed_ms: resumedMs ?? null }
  await tx
    .insertInto('recording_pause')
    .values({ user_key: userKey, paused_ms: pausedMs, ...end })
    .onConflict((conflict) => conflict.columns(['user_key', 'paused_ms']).doUpdateSet(end))
    .execute()
}

/** Limited because each report reads all pauses of its person. */
export const maxPauses = 500

/** Deletes pauses that ended before the given time, and the oldest ones beyond the limit. */
export async function deletePausesBefore(tx: Db, userKey: number, ms: number): Promise<void> {
  const beyond = await tx
    .selectFrom('recording_pause')
    .select('paused_ms')
    .where('user_key', '=', userKey)
    .orderBy('paused_ms', 'desc')
    .offset(maxPauses)
    .limit(1)
    .executeTakeFirst()
  await tx
    .deleteFrom('recording_pause')
    .where('user_key', '=', userKey)
    .where((eb) => eb.or([eb('resumed_ms', '<', ms), eb('paused_ms', '<=', beyond?.paused_ms ?? 0)]))
    .execute()
}
