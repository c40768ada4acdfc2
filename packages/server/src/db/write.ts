/** A transaction that will write. */
import { sql } from 'kysely'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/**
 * On SQLite a transaction that reads first and writes later fails at once if another process wrote in between;
 * a write that touches nothing takes the lock at the start, and waits for it.
 */
export function writeTogether<T>({ write, dialect }: Database, act: (tx: Db) => Promise<T>): Promise<T> {
  return write.transaction().execute(async (tx) => {
    if (dialect.name === 'sqlite') await sql`update setting set value = value where false`.execute(tx)
    return act(tx)
  })
}
