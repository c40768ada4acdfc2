/** The change feed: appended in the transaction of each write, followed by the read index and the caches, and pruned. */
import { randomUUID } from 'node:crypto'
import { PostgresAdapter, sql } from 'kysely'
import { isDryRun } from './dry-run.ts'
import { type Database, directUrlOf, listen } from './open.ts'
import type { ChangeTable, Db } from './schema.ts'
import { findSetting, saveSetting } from './settings.store.ts'

export type Subject = ChangeTable['subject']

export interface Change {
  readonly seq: number
  readonly subject: Subject
  readonly key: number
  /** 1 for background changes, 0 if a person waits for it. */
  readonly bulk: number
}

const channel = 'koedana_change'
/** An arbitrary constant. Only the holder of the lock may append on PostgreSQL, so the order of seq equals the order of commits. */
const appendLock = 830_330
const rowsPerInsert = 5_000

/** Appends changes made by a person, who waits to see them. */
export const appendChanges = (tx: Db, subject: Subject, keys: readonly number[]): Promise<void> =>
  append(tx, { subject, keys, bulk: 0 })

/** Appends changes made by an import, scan or task. If there are many at once, followers process them with lower priority. */
export const appendBulkChanges = (tx: Db, subject: Subject, keys: readonly number[]): Promise<void> =>
  append(tx, { subject, keys, bulk: 1 })

/** Appends one change that stands for very many works. */
export const appendChangeOfManyWorks = (tx: Db): Promise<void> =>
  append(tx, { subject: 'works', keys: [0], bulk: 1 })

let appends = 0

/** Returns how often this process has appended. A request during which this number did not change has nothing to wait for. */
export const countAppends = (): number => appends

interface AppendRequest {
  readonly subject: Subject
  readonly keys: readonly number[]
  readonly bulk: 0 | 1
}

async function append(tx: Db, { subject, keys, bulk }: AppendRequest): Promise<void> {
  // Changes of a dry run are rolled back, so no node follows them. Pruning here would block other writers until the rollback.
  if (keys.length === 0 || isDryRun(tx)) return
  appends += 1
  if (isPostgres(tx)) await lockChanges(tx)
  for (let start = 0; start < keys.length; start += rowsPerInsert) {
    const rows = keys.slice(start, start + rowsPerInsert).map((key) => ({ subject, key, bulk }))
    await tx.insertInto('change').values(rows).execute()
    await pruneChanges(tx)
  }
  if (isPostgres(tx)) await sql`select pg_notify(${channel}, '')`.execute(tx)
}

async function lockChanges(tx: Db): Promise<void> {
  if (isDryRun(tx)) return
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx)
}

export function readChangesSince(db: Db, seq: number, limit: number): Promise<Change[]> {
  return db.selectFrom('change').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}

export async function countChangedSince(db: Db, seq: number): Promise<number> {
  const changed = db.selectFrom('change').select(['subject', 'key']).distinct().where('seq', '>', seq)
  const counted = await db
    .selectFrom(changed.as('changed'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(counted.count)
}

export async function countWorksChangedSince(db: Db, seq: number): Promise<number> {
  const counted = await db
    .selectFrom('change')
    .select((e) => e.fn.count('key').distinct().as('count'))
    .where('seq', '>', seq)
    .where('subject', '=', 'work')
    .executeTakeFirstOrThrow()
  return Number(counted.count)
}

/** Returns whether a change after `seq` stands for many works. */
export async function haveManyWorksChangedSince(db: Db, seq: number): Promise<boolean> {
  const query = db.selectFrom('change').select('seq').where('seq', '>', seq).where('subject', '=', 'works')
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Returns 0 if nothing has changed yet. */
export async function latestSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('change')
    .select((e) => e.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** The check costs some microseconds. It also limits how soon changes of other processes (such as revoked rights) apply. */
const sqlitePollMs = 20
/** If a pooler drops notifications, edits on other nodes become visible after this time. */
const postgresPollMs = 1_000
const reconnectMs = 500

/** Calls `onWake` soon after a write, and sometimes without one. Returns a function that stops it. */
export function watchChanges(database: Database, onWake: () => void): () => Promise<void> {
  const url = directUrlOf(database.location)
  return url === undefined ? pollSqlite(database, onWake) : followPostgres(url, onWake)
}

function pollSqlite(database: Database, onWake: () => void): () => Promise<void> {
  let seen = database.dataVersion()
  const timer = setInterval(() => {
    const version = database.dataVersion()
    if (version !== seen) onWake()
    seen = version
  }, sqlitePollMs)
  return async () => clearInterval(timer)
}

/** A notification is only a wake-up call. The poll finds what was missed while disconnected. */
function followPostgres(url: string, onWake: () => void): () => Promise<void> {
  let stopped = false
  let unlisten: (() => Promise<void>) | undefined
  let connecting: Promise<void> | undefined
  const connect = async () => {
    if (stopped || unlisten) return
    const lost = () => {
      unlisten = undefined
    }
    const end = await listen(url, channel, { onNotification: onWake, lost }).catch(() => undefined)
    if (stopped) await end?.()
    else unlisten = end
    // Changes that were written while disconnected had no notification.
    if (end) onWake()
  }
  /** Only one attempt at a time, because a second connection would never be closed. */
  const keepConnected = () => {
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
  }
  keepConnected()
  const timers = [setInterval(onWake, postgresPollMs), setInterval(keepConnected, reconnectMs)]
  return async () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    await connecting
    await unlisten?.()
  }
}

/** Detects the dialect from the connection, because stores receive only a transaction. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Runs a write transaction that takes the change feed lock first, so that writers run one after another, as on SQLite. On
 * PostgreSQL, two transactions that touch the same rows and then the feed would deadlock.
 */
export function writeInTurn<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await lockChanges(tx)
    return act(tx)
  })
}

/**
 * Returns a connection for reads before the writes of a `writeInTurn` transaction. No other transaction writes meanwhile, so on
 * SQLite the local reader sees the same data and saves the round trip to the writer thread.
 */
export const readerBeforeWrites = ({ dialect, read }: Database, tx: Db): Db =>
  dialect.name === 'sqlite' ? read : tx

/**
 * Rows kept in the feed. Followers that are more than a few thousand rows behind rebuild. This many serve those that only need to
 * know what became stale: an hour of a large import, a few megabytes.
 */
export const maxKeptChanges = 100_000
/** Rows deleted at once: more than one statement appends, so the feed cannot outgrow the limit. Takes a few milliseconds. */
const pruneBatchSize = 10_000

/** Prunes old rows if enough have accumulated. Runs in the transaction of the writer that appended. */
async function pruneChanges(tx: Db): Promise<void> {
  const { first, last } = await seqRangeOf(tx)
  if (last - first < maxKeptChanges + pruneBatchSize) return
  await tx
    .deleteFrom('change')
    .where('seq', '<', first + pruneBatchSize)
    .execute()
}

/**
 * Returns whether changes after `seq` may have been pruned. Call it after reading them. A sequence gap of PostgreSQL counts as
 * pruned too, which is safe.
 */
export async function mayBePrunedSince(db: Db, seq: number): Promise<boolean> {
  const { first } = await seqRangeOf(db)
  return first > seq + 1
}

/**
 * Returns whether a follower that has read up to `seq` must rebuild: changes were pruned, or the database was replaced (another
 * epoch, or lower numbers).
 */
export async function mustRebuild(db: Db, { seq, epoch }: FollowerState): Promise<boolean> {
  const { first, last } = await seqRangeOf(db)
  return first > seq + 1 || last < seq || (await findEpoch(db)) !== epoch
}

export interface FollowerState {
  readonly seq: number
  readonly epoch: string | undefined
}

const epochSetting = 'changeEpoch'

/** Returns undefined if the contents of the database were never replaced. */
export const findEpoch = (db: Db): Promise<string | undefined> => findSetting(db, epochSetting)

/** Starts a new epoch after the contents were replaced. Everything that followers and files remember becomes invalid. */
export const renewEpoch = (tx: Db): Promise<void> => saveSetting(tx, epochSetting, randomUUID())

/** Returns the first and last `seq`; both are 0 if nothing has changed yet. */
async function seqRangeOf(db: Db): Promise<{ first: number; last: number }> {
  const end = (of: 'min' | 'max') => db.selectFrom('change').select((e) => e.fn[of]('seq').as('seq'))
  const ends = await db.selectNoFrom([end('min').as('first'), end('max').as('last')]).executeTakeFirst()
  return { first: ends?.first ?? 0, last: ends?.last ?? 0 }
}
