/** Reads figures about the database, and counts that are fast at any size. */
import { stat } from 'node:fs/promises'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { sqliteFile } from '../../db/sqlite-file.ts'

export interface DatabaseState {
  readonly engine: 'sqlite' | 'postgres'
  readonly version: string
  /** Bytes. */
  readonly size: number
}

export async function readDatabaseState({ location, dialect, read }: Database): Promise<DatabaseState> {
  const engine = dialect.name
  if (engine === 'sqlite') {
    const { version } = await only<{ version: string }>(read, sql`select sqlite_version() as version`)
    return { engine, version, size: await sizeOfSqlite(location.folder) }
  }
  const { version, size } = await only<{ version: string; size: number | string }>(
    read,
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size`,
  )
  return { engine, version, size: Number(size) }
}

async function only<T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (!row) throw new Error('the database did not respond')
  return row
}

/** Returns the size in bytes, including the WAL files. */
async function sizeOfSqlite(folder: string): Promise<number> {
  const files = ['', '-wal', '-shm'].map((suffix) => sqliteFile(folder) + suffix)
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Counted = 'track' | 'maker' | 'series' | 'artist' | 'illustrator' | 'genre'

export async function countRows(db: Db, table: Counted): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Counts missing files and files in the trash. There are few, and they have their own index. */
export async function countAbsentTracks(db: Db): Promise<{ missing: number; trashed: number }> {
  const row = await db
    .selectFrom('track')
    .select((e) => [
      e.fn.countAll<number | string>().filterWhere('trashed_at', 'is', null).as('missing'),
      e.fn.count<number | string>('trashed_at').as('trashed'),
    ])
    .where((e) => e.or([e('missing_at', 'is not', null), e('trashed_at', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return { missing: Number(row.missing), trashed: Number(row.trashed) }
}

export async function countUsers(db: Db): Promise<{ users: number; guests: number }> {
  const rows = await db
    .selectFrom('user')
    .select((e) => ['role', e.fn.countAll<number | string>().as('count')])
    .groupBy('role')
    .execute()
  const sum = (isGuest: boolean) =>
    rows
      .filter(({ role }) => (role === roleOf.guest) === isGuest)
      .reduce((total, { count }) => total + Number(count), 0)
  return { users: sum(false), guests: sum(true) }
}

export async function countSessions(db: Db, now: string): Promise<number> {
  const row = await db
    .selectFrom('session')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

interface CountedBy {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export async function countTasks(db: Db): Promise<CountedBy[]> {
  const rows = await db
    .selectFrom('task')
    .select((e) => ['kind', 'status', e.fn.countAll<number | string>().as('count')])
    .groupBy(['kind', 'status'])
    .execute()
  return rows.map(({ kind, status, count }) => ({ labels: { kind, status }, value: Number(count) }))
}

export async function countTaskItems(db: Db): Promise<CountedBy[]> {
  const rows = await db
    .selectFrom('task')
    .select((e) => [
      'kind',
      e.fn.sum<number | string>('done').as('done'),
      e.fn.sum<number | string>('failed').as('failed'),
      e.fn.sum<number | string>('skipped').as('skipped'),
    ])
    .groupBy('kind')
    .execute()
  return rows.flatMap(({ kind, ...counts }) =>
    Object.entries(counts).map(([outcome, count]) => ({ labels: { kind, outcome }, value: Number(count) })),
  )
}

export async function listStorageStates(
  db: Db,
): Promise<{ readonly key: number; readonly isUp: boolean; readonly freeBytes: number | null }[]> {
  const rows = await db
    .selectFrom('storage')
    .select(['key', 'health', 'used_bytes', 'total_bytes'])
    .where('removed_at', 'is', null)
    .where('enabled', '=', 1)
    .execute()
  return rows.map(({ key, health, used_bytes: used, total_bytes: total }) => ({
    key,
    isUp: health === 'available',
    freeBytes: used === null || total === null ? null : Math.max(0, total - used),
  }))
}
