/**
 * Opens the database: SQLite in the data folder, or PostgreSQL by its URL. Only this module, `foreign.ts` and `sqlite-file.ts`
 * import a database driver.
 */
import { Socket } from 'node:net'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import { CopyOutCursor } from './copy-out.ts'
import { type Dialect, postgres, sqlite } from './dialect.ts'
import { databaseFaultOf } from './fault.rules.ts'
import { limitedPool } from './request-limit.ts'
import type { Db, Schema } from './schema.ts'
import { busyTimeoutMs, openSqliteWriter, sqliteFile } from './sqlite-file.ts'
import {
  connectToWriter,
  openWriterThread,
  TransactionalSqliteDialect,
  type WriterAccess,
  WritingSqliteDialect,
  withStatementCache,
} from './sqlite-writer.ts'

export interface DatabaseLocation {
  /** An absolute path, containing SQLite's file and the backups. */
  readonly folder: string
  /** `postgres://…`; SQLite without it. */
  readonly url?: string
  /** The same database without a pooler, for LISTEN and long statements. */
  readonly directUrl?: string
}

export interface Database {
  readonly location: DatabaseLocation
  readonly dialect: Dialect
  readonly read: Db
  /** The only writer of this process. */
  readonly write: Db
  /** A number that changes after another process wrote to SQLite. PostgreSQL uses notifications instead. */
  readonly dataVersion: () => number
  /** Increases with each commit of a user's change in any thread of this process, if SQLite has a writer thread; otherwise 0. */
  readonly commits: () => number
  /** Creates access to the same writer for another thread; undefined on PostgreSQL, where each thread has its own connections. */
  readonly seat: () => WriterAccess | undefined
  /** Rejects if the writer thread has ended, so nothing can be written; pending otherwise. */
  readonly lost: Promise<never>
  /** Whether queries fail instead of waiting long. */
  readonly isImpatient: boolean
  /** Whether a query of this process has met corruption since the database was opened. */
  readonly isDamaged: () => boolean
  /** The number of connections by state; empty on SQLite. */
  readonly connections: () => Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

/** How to open a database. */
export interface OpenOptions {
  /** Called after each successful statement with the kind of statement. */
  readonly onQuery?: ((operation: Operation, ms: number) => void) | undefined
  /**
   * For requests: on PostgreSQL, statements and connection attempts have short timeouts. Background work uses a database without
   * these limits.
   */
  readonly isImpatient?: boolean
  /** Writes to SQLite in a thread, so that the event loop never waits for a lock. Servers need this. */
  readonly hasWriterThread?: boolean
  readonly writerSeat?: WriterAccess | undefined
}

/** Opens the database. Only impatient use goes through a pooler: there, statements must be short, and sessions are shared. */
export async function openDatabase(location: DatabaseLocation, opening: OpenOptions = {}): Promise<Database> {
  const url = opening.isImpatient ? location.url : directUrlOf(location)
  return url === undefined ? openSqlite(location, opening) : openPostgres(location, url, opening)
}

/** Returns the URL without a pooler; undefined for SQLite. */
export const directUrlOf = ({ url, directUrl = url }: DatabaseLocation): string | undefined => directUrl

/** Small, because the system also caches the file. */
const readerCacheKiB = 4 * 1024

async function openSqlite(
  location: DatabaseLocation,
  { hasWriterThread, writerSeat, onQuery }: OpenOptions,
): Promise<Database> {
  const file = sqliteFile(location.folder)
  // The writer must be opened first, because it creates the file.
  const started = hasWriterThread ? await openWriterThread(file) : undefined
  const thread = writerSeat ? connectToWriter(writerSeat) : started
  const writer = thread?.dialect ?? new WritingSqliteDialect(openSqliteWriter(file))
  const reader = new SqliteDatabase(file, { timeout: busyTimeoutMs, readonly: true })
  reader.pragma(`cache_size = -${readerCacheKiB}`)
  const { log, isDamaged } = watchQueries(onQuery)
  const write = new Kysely<Schema>({ dialect: writer, log })
  const read = new Kysely<Schema>({
    log,
    dialect: new TransactionalSqliteDialect({ database: withStatementCache(reader) }),
  })
  return {
    location,
    dialect: sqlite,
    read,
    write,
    dataVersion: () => Number(reader.pragma('data_version', { simple: true })),
    commits: () => thread?.commits() ?? 0,
    seat: () => started?.seat(),
    lost: started?.lost ?? never,
    isImpatient: false,
    isDamaged,
    connections: () => ({}),
    close: async () => {
      await read.destroy()
      // Kysely does not close a connection that it never used.
      if (reader.open) reader.close()
      await write.destroy()
      await thread?.close()
    },
  }
}

const never = new Promise<never>(() => {})

/** The kind of a statement; `other` for raw SQL. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'other'

const operations: Readonly<Record<string, Operation>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

function watchQueries(onQuery: OpenOptions['onQuery']) {
  let isDamaged = false
  return {
    log: (event: LogEvent) => {
      if (event.level === 'query')
        onQuery?.(operations[event.query.query.kind] ?? 'other', event.queryDurationMillis)
      if (event.level === 'error' && databaseFaultOf(event.error) === 'databaseDamaged') isDamaged = true
    },
    isDamaged: () => isDamaged,
  }
}

export type Reading = Pick<Database, 'read' | 'dialect' | 'close'>

export interface ReadOptions {
  /** Whether every row is read once in table order, so that a page cache is useless. */
  readonly isOnePass?: boolean
}

const onePassCacheKibibytes = 1024

/** Opens a database read-only: nothing is created, changed or migrated. */
export async function openForReading(
  location: DatabaseLocation,
  { isOnePass = false }: ReadOptions = {},
): Promise<Reading> {
  const url = directUrlOf(location)
  if (url !== undefined) return openPostgres(location, url, {})
  const reader = new SqliteDatabase(sqliteFile(location.folder), {
    timeout: busyTimeoutMs,
    readonly: true,
    fileMustExist: true,
  })
  if (isOnePass) reader.pragma(`cache_size = -${onePassCacheKibibytes}`)
  const read = new Kysely<Schema>({
    dialect: new TransactionalSqliteDialect({ database: withStatementCache(reader) }),
  })
  return { read, dialect: sqlite, close: () => read.destroy() }
}

export function openInMemory(): Reading & Pick<Database, 'write'> {
  const dialect = new TransactionalSqliteDialect({ database: new SqliteDatabase(':memory:') })
  const db = new Kysely<Schema>({ dialect })
  return { read: db, write: db, dialect: sqlite, close: () => db.destroy() }
}

const poolSize = 8
/**
 * Below the ten seconds after which clients give up. A healthy server reports slow statements itself; on a busy machine that takes
 * seconds too. A silent connection counts as broken.
 */
const timeoutMs = { statement: 4_000, connection: 4_000, silence: 8_000, idle: 2_000 }

/** Opens the same location for background work, without time limits. */
export const openBackground = async (database: Database): Promise<Database> =>
  database.isImpatient ? openDatabase(database.location) : { ...database, close: async () => {} }

const loadDriver = async () => (await import('pg')).default

async function openPostgres(
  location: DatabaseLocation,
  url: string,
  opening: OpenOptions,
): Promise<Database> {
  const pool = await openPool(url, opening)
  const countOf = ({ totalCount, idleCount: idle, waitingCount: waiting }: Pool) => ({
    busy: totalCount - idle,
    idle,
    waiting,
  })
  return { ...databaseOnPool(location, limitedPool(pool), opening), connections: () => countOf(pool) }
}

/** Creates a pool without opening a connection yet. */
export async function openPool(url: string, { isImpatient = false }: OpenOptions = {}): Promise<Pool> {
  const pg = await loadDriver()
  const limits = {
    connectionTimeoutMillis: timeoutMs.connection,
    // Idle connections are closed before the silence timeout destroys them.
    idleTimeoutMillis: timeoutMs.idle,
    stream: impatientSocket,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser: numericTypeParser(pg) },
    ...(isImpatient ? limits : {}),
  })
  // The pool replaces broken connections. Without a listener, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Set by statement, because poolers reject it as a startup parameter.
    if (isImpatient) client.query(`set statement_timeout = ${timeoutMs.statement}`).catch(() => {})
  })
  return pool
}

/** Creates a database on a pool. Closing the database closes the pool. */
export function databaseOnPool(
  location: DatabaseLocation,
  pool: PostgresPool,
  { isImpatient = false, onQuery }: OpenOptions = {},
): Database {
  const { log, isDamaged } = watchQueries(onQuery)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: CopyOutCursor }), log })
  return {
    location,
    dialect: postgres,
    read: db,
    write: db,
    dataVersion: () => 0,
    commits: () => 0,
    seat: () => undefined,
    lost: never,
    isImpatient,
    isDamaged,
    connections: () => ({}),
    close: () => db.destroy(),
  }
}

/** A hanging server sends nothing at all, not even statement timeouts, so silence closes the socket. */
function impatientSocket(): Socket {
  const socket = new Socket()
  return socket.setTimeout(timeoutMs.silence, () => socket.destroy())
}

/** Parses 64-bit integers as numbers: keys and counts stay far below 2^53. */
const int8 = 20
type Driver = Awaited<ReturnType<typeof loadDriver>>
type GetTypeParser = Driver['types']['getTypeParser']
const numericTypeParser =
  ({ types }: Driver): GetTypeParser =>
  (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : types.getTypeParser(oid, format)

/** Listens on a channel with a separate connection. Calls `lost` when that connection ends. */
export async function listen(
  url: string,
  channel: string,
  on: { onNotification: () => void; lost: () => void },
) {
  const pg = await loadDriver()
  const client = new pg.Client({ connectionString: url })
  client.on('notification', on.onNotification)
  client.on('error', () => {})
  client.on('end', on.lost)
  await client.connect()
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
  return () => client.end()
}
