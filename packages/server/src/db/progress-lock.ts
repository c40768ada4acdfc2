/** The turn of those who write what people listened to, on PostgreSQL. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Any constant but that of the change feed: personal data never waits for an import. */
const progressLock = 830_331

/**
 * Waits until no other transaction writes what people listened to; holds the turn until this one ends. A transaction that
 * also appends to the change feed takes its turn there first.
 */
export const waitForProgress = (tx: Db): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${progressLock})`.execute(tx)
