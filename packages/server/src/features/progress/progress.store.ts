import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { lockProgress } from '../../db/progress-lock.ts'
import type { Db } from '../../db/schema.ts'
import { insertRows } from '../../db/statements.ts'
import type { PlayTable, ProgressTable, TrackProgressTable } from '../../db/tables/progress.ts'

/** Runs a transaction that sees all earlier ones. It is independent of the change feed and its lock. */
export function writeProgress<T>({ write, dialect }: Database, act: (tx: Db) => Promise<T>): Promise<T> {
  return write.transaction().execute(async (tx) => {
    if (dialect.name === 'postgres') await lockProgress(tx)
    // An update without effect takes SQLite's write lock before anything is read.
    else await sql`update setting set value = value where false`.execute(tx)
    return act(tx)
  })
}

export const listProgress = (
  db: Db,
  userKeys: readonly number[],
  workKeys: readonly number[],
): Promise<ProgressTable[]> =>
  db
    .selectFrom('progress')
    .selectAll()
    .where('user_key', 'in', userKeys)
    .where('work_key', 'in', workKeys)
    .execute()

/** Returns the works that a person listened to most recently, newest first. */
export const listLatestProgress = (db: Db, userKey: number, limit: number): Promise<ProgressTable[]> =>
  db
    .selectFrom('progress')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('updated_ms', 'desc')
    .orderBy('work_key')
    .limit(limit)
    .execute()

export const listPlays = (
  db: Db,
  userKeys: readonly number[],
  ids: readonly string[],
): Promise<PlayTable[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('play').selectAll().where('user_key', 'in', userKeys).where('id', 'in', ids).execute()

export const listTrackProgress = (db: Db, userKey: number, workKey: number): Promise<TrackProgressTable[]> =>
  db
    .selectFrom('track_progress')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('work_key', '=', workKey)
    .execute()

export interface ArrivedReport {
  readonly userKey: number
  readonly workKey: number
  readonly arrivedMs: number
}

/** Returns the works of these people with a report after the given time, each with its latest arrival. */
export async function listArrived(
  db: Db,
  userKeys: readonly number[],
  sinceMs: number,
): Promise<ArrivedReport[]> {
  if (userKeys.length === 0) return []
  const rows = await db
    .selectFrom('play')
    .select((e) => ['user_key', 'work_key', e.fn.max('arrived_ms').as('arrived_ms')])
    .where('user_key', 'in', userKeys)
    .where('arrived_ms', '>', sinceMs)
    .groupBy(['user_key', 'work_key'])
    .execute()
  return rows.map(({ user_key, work_key, arrived_ms }) => ({
    userKey: user_key,
    workKey: work_key,
    arrivedMs: Number(arrived_ms),
  }))
}

interface DeviceClock {
  readonly user_key: number
  readonly device_id: string
  readonly clock_ms: number
}

/** Returns the clock offset of devices, from their last batch. */
export async function listDeviceClocks(
  db: Db,
  userKeys: readonly number[],
  deviceIds: readonly string[],
): Promise<DeviceClock[]> {
  const rows = await db
    .selectFrom('play')
    .innerJoin(
      (e) =>
        e
          .selectFrom('play')
          .select((p) => ['user_key', 'device_id', p.fn.max('arrived_ms').as('arrived_ms')])
          .where('user_key', 'in', userKeys)
          .where('device_id', 'in', deviceIds)
          .groupBy(['user_key', 'device_id'])
          .as('latest'),
      (join) =>
        join
          .onRef('latest.user_key', '=', 'play.user_key')
          .onRef('latest.device_id', '=', 'play.device_id')
          .onRef('latest.arrived_ms', '=', 'play.arrived_ms'),
    )
    .select((e) => ['play.user_key', 'play.device_id', e.fn.max('play.clock_ms').as('clock_ms')])
    .where('play.clock_ms', 'is not', null)
    .groupBy(['play.user_key', 'play.device_id'])
    .execute()
  return rows.map((row) => ({ ...row, clock_ms: Number(row.clock_ms) }))
}

interface ChangedRows {
  readonly progress: readonly ProgressTable[]
  readonly plays: readonly PlayTable[]
  readonly tracks: readonly TrackProgressTable[]
}

export async function upsertProgress(database: Database, tx: Db, written: ChangedRows): Promise<void> {
  await insertRows(database, tx, {
    table: 'progress',
    columns: progressColumns,
    rows: written.progress.map((row) => ({ ...row })),
    onConflict: `(user_key, work_key) do update set ${updateClause(progressColumns.slice(2))}`,
  })
  await insertRows(database, tx, {
    table: 'play',
    columns: playColumns,
    rows: written.plays.map((row) => ({ ...row })),
    onConflict: `(user_key, id) do update set ${updateClause(['n', 'track_id', 'position_ms', 'last_ms', 'listened_ms', 'arrived_ms', 'clock_ms'])}`,
  })
  await insertRows(database, tx, {
    table: 'track_progress',
    columns: trackColumns,
    rows: written.tracks.map((row) => ({ ...row })),
    onConflict: `(user_key, work_key, track_id) do update set ${updateClause(trackColumns.slice(3))}
      where excluded.updated_ms >= track_progress.updated_ms`,
  })
}

const updateClause = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join()

/** The first two columns are the key. In all three lists, key columns come first. */
const progressColumns = [
  'user_key',
  'work_key',
  'revision',
  'track_id',
  'position_ms',
  'play_id',
  'play_started_ms',
  'play_based_on',
  'device_id',
  'device_name',
  'updated_ms',
  'finished_ms',
  'rival_play_id',
] as const satisfies readonly (keyof ProgressTable)[]

const playColumns = [
  'user_key',
  'id',
  'work_key',
  'based_on',
  'is_chosen',
  'started_ms',
  'start_track_id',
  'start_ms',
  'device_id',
  'device_name',
  'n',
  'track_id',
  'position_ms',
  'last_ms',
  'listened_ms',
  'arrived_ms',
  'clock_ms',
] as const satisfies readonly (keyof PlayTable)[]

const trackColumns = [
  'user_key',
  'work_key',
  'track_id',
  'position_ms',
  'is_finished',
  'updated_ms',
] as const satisfies readonly (keyof TrackProgressTable)[]

export async function deletePlaysBefore(tx: Db, userKeys: readonly number[], ms: number): Promise<void> {
  await tx.deleteFrom('play').where('user_key', 'in', userKeys).where('last_ms', '<', ms).execute()
}

export interface TrackOrder {
  readonly id: string
  readonly work_key: number
  readonly position: number
  readonly duration_seconds: number | null
}

/** Returns the positions of files in their works, including missing files. */
export const listTrackOrder = (db: Db, ids: readonly string[]): Promise<TrackOrder[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('track')
        .select(['id', 'work_key', 'position', 'duration_seconds'])
        .where('id', 'in', ids)
        .execute()
