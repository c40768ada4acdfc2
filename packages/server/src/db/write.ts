/** A transaction that will write. */
import { sql } from 'kysely'
import { isPostgres, lockChanges } from './changes.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/**
 * Writers take turns, and each waits for its turn at the start. On SQLite a transaction that reads first and writes
 * later fails at once if another process wrote in between; on PostgreSQL two that touch the same rows, and then the
 * change feed, would wait for each other.
 */
export function writeTogether<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await lockChanges(tx)
    // A write that touches nothing takes SQLite's lock.
    else await sql`update setting set value = value where false`.execute(tx)
    return act(tx)
  })
}

/**
 * What a transaction of `writeTogether` asks before it writes. Nobody else writes meanwhile, so on SQLite the reader of this
 * process sees the same, and answers without the way to the thread that writes and back.
 */
export const readerBeforeWrites = ({ dialect, read }: Database, tx: Db): Db =>
  dialect.name === 'sqlite' ? read : tx
