/**
 * The change feed: appended in the writer's own transaction, followed by the read index and the caches, pruned
 * behind them.
 */
import { randomUUID } from 'node:crypto'
import { PostgresAdapter, sql } from 'kysely'
import { type Database, directUrlOf, listen } from './open.ts'
import { isRehearsed } from './rehearsal.ts'
import type { ChangeTable, Db } from './schema.ts'
import { findSetting, saveSetting } from './settings.store.ts'

export type Subject = ChangeTable['subject']

export interface Change {
  readonly seq: number
  readonly subject: Subject
  readonly key: number
  /** 1 if nobody waits for it. */
  readonly bulk: number
}

const channel = 'koedana_change'
/** Any constant: its holder is the only one to append on PostgreSQL, so that order of seq is order of commits. */
const appendLock = 830_330
const rowsPerInsert = 5_000

/** Appends what a person did, and waits to see. */
export const appendChanges = (tx: Db, subject: Subject, keys: readonly number[]): Promise<void> =>
  append(tx, { subject, keys, bulk: 0 })

/** Appends what an import, a scan or a task did: if much changes at once, it follows in its own time. */
export const appendBulkChanges = (tx: Db, subject: Subject, keys: readonly number[]): Promise<void> =>
  append(tx, { subject, keys, bulk: 1 })

/** Appends one change that stands for very many works. */
export const appendChangeOfManyWorks = (tx: Db): Promise<void> =>
  append(tx, { subject: 'works', keys: [0], bulk: 1 })

let appends = 0

/** Returns how often this process has appended: a request during which it did not has nothing to wait for. */
export const countAppends = (): number => appends

interface Appended {
  readonly subject: Subject
  readonly keys: readonly number[]
  readonly bulk: 0 | 1
}

async function append(tx: Db, { subject, keys, bulk }: Appended): Promise<void> {
  // What is rehearsed is taken back, and nobody follows it; pruning would hold up every other writer until then.
  if (keys.length === 0 || isRehearsed(tx)) return
  appends += 1
  if (isPostgres(tx)) await lockChanges(tx)
  for (let start = 0; start < keys.length; start += rowsPerInsert) {
    const rows = keys.slice(start, start + rowsPerInsert).map((key) => ({ subject, key, bulk }))
    await tx.insertInto('change').values(rows).execute()
    await pruneChanges(tx)
  }
  if (isPostgres(tx)) await sql`select pg_notify(${channel}, '')`.execute(tx)
}

/** Locks the feed: nobody else appends on PostgreSQL until the transaction ends. */
async function lockChanges(tx: Db): Promise<void> {
  if (isRehearsed(tx)) return
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx)
}

export function readChangesSince(db: Db, seq: number, limit: number): Promise<Change[]> {
  return db.selectFrom('change').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}

/** Counts the works and entities that changed after `seq`. */
export async function countChangedSince(db: Db, seq: number): Promise<number> {
  const changed = db.selectFrom('change').select(['subject', 'key']).distinct().where('seq', '>', seq)
  const counted = await db
    .selectFrom(changed.as('changed'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(counted.count)
}

/** Counts the works that changed after `seq`. */
export async function countWorksChangedSince(db: Db, seq: number): Promise<number> {
  const counted = await db
    .selectFrom('change')
    .select((e) => e.fn.count('key').distinct().as('count'))
    .where('seq', '>', seq)
    .where('subject', '=', 'work')
    .executeTakeFirstOrThrow()
  return Number(counted.count)
}

/** Returns whether one change after `seq` stands for many works. */
export async function haveManyWorksChangedSince(db: Db, seq: number): Promise<boolean> {
  const query = db.selectFrom('change').select('seq').where('seq', '>', seq).where('subject', '=', 'works')
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** 0 before anything changed. */
export async function latestSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('change')
    .select((e) => e.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** The check costs some microseconds. What another process restricted is felt as soon. */
const sqlitePollMs = 20
/** If a pooler swallows notifications, this is how long an edit on another node stays unseen. */
const postgresPollMs = 1_000
const reconnectMs = 500

/** Calls `onWake` soon after somebody wrote, and sometimes without cause. Returns a function that stops it. */
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

/** A notification is only a wake-up: the poll finds what a lost connection missed. */
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
    // Changes that were written meanwhile were not noticed.
    if (end) onWake()
  }
  /** One attempt at a time: a second connection would never be closed. */
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

/** The connection knows the dialect, because a transaction is all that a store is given. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Writers take turns, and each waits for its turn at the start, as every transaction does on SQLite. On PostgreSQL two
 * that touch the same rows, and then the change feed, would wait for each other.
 */
export function writeTogether<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await lockChanges(tx)
    return act(tx)
  })
}

/**
 * Runs the queries of a `writeTogether` transaction before it writes. Nobody else writes meanwhile, so on SQLite the
 * reader of this process sees the same, and saves the way to the thread that writes and back.
 */
export const readerBeforeWrites = ({ dialect, read }: Database, tx: Db): Db =>
  dialect.name === 'sqlite' ? read : tx

/**
 * Rows that stay. A follower that is more than a few thousand behind builds anew; this much is for those that only need
 * to know what became stale meanwhile: an hour of a large import, a few megabytes.
 */
export const keptChanges = 100_000
/** Rows that go at once: more than one statement appends, so that the feed never outgrows them; a few milliseconds. */
const prunedAtOnce = 10_000

/** Takes old rows away when enough have gathered; in the transaction of the writer that appended. */
async function pruneChanges(tx: Db): Promise<void> {
  const { first, last } = await endsOf(tx)
  if (last - first < keptChanges + prunedAtOnce) return
  await tx
    .deleteFrom('change')
    .where('seq', '<', first + prunedAtOnce)
    .execute()
}

/**
 * Returns whether some of the changes after `seq` may be gone. Call it after reading them: what is there now was there before.
 * A number that PostgreSQL skipped counts as gone: too careful, never wrong.
 */
export async function arePrunedSince(db: Db, seq: number): Promise<boolean> {
  const { first } = await endsOf(db)
  return first > seq + 1
}

/**
 * Returns whether a follower that has read everything up to `seq` cannot go on from there: changes after it may be gone, or
 * the database is another by now and counts anew. Its epoch says so, or its numbers that went back.
 */
export async function hasLostTrack(db: Db, { seq, epoch }: Followed): Promise<boolean> {
  const { first, last } = await endsOf(db)
  return first > seq + 1 || last < seq || (await findEpoch(db)) !== epoch
}

/** How far somebody has followed. */
export interface Followed {
  readonly seq: number
  /** The epoch as `findEpoch` returned it. */
  readonly epoch: string | undefined
}

const epochSetting = 'changeEpoch'

/** Returns undefined before the contents of the database were first replaced. */
export const findEpoch = (db: Db): Promise<string | undefined> => findSetting(db, epochSetting)

/** Says that other contents replaced what was here: what followers and files remember of it is void. */
export const renewEpoch = (tx: Db): Promise<void> => saveSetting(tx, epochSetting, randomUUID())

/** Returns the first and the last `seq`; both are 0 before anything changed. */
async function endsOf(db: Db): Promise<{ first: number; last: number }> {
  const end = (of: 'min' | 'max') => db.selectFrom('change').select((e) => e.fn[of]('seq').as('seq'))
  const ends = await db.selectNoFrom([end('min').as('first'), end('max').as('last')]).executeTakeFirst()
  return { first: ends?.first ?? 0, last: ends?.last ?? 0 }
}
