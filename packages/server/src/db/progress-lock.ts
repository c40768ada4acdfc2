/** A lock for writers of listening history on PostgreSQL. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Any constant other than that of the change feed: personal data must never wait for an import. */
const progressLock = 830_331

/**
 * Waits for the lock and holds it until the transaction ends. A transaction that also appends to the change feed must lock the feed
 * first, to prevent deadlocks.
 */
export const lockProgress = (tx: Db): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${progressLock})`.execute(tx)
