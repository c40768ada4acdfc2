/** Opens the database: SQLite in the data folder, or PostgreSQL by its URL. With `foreign.ts` and `sqlite-file.ts` it alone knows a driver. */
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
  openWriterThread,
  preparedOnce,
  sitAtWriter,
  TransactionalSqliteDialect,
  type WriterSeat,
  WritingSqliteDialect,
} from './sqlite-writer.ts'

export interface DatabaseLocation {
  /** Absolute; SQLite's file and backups lie here. */
  readonly folder: string
  /** `postgres://…` instead of SQLite. */
  readonly url?: string
  /** The same database past a pooler: what a session listens to and what takes long goes that way. */
  readonly directUrl?: string
}

export interface Database {
  readonly location: DatabaseLocation
  readonly dialect: Dialect
  /** Sees what is committed; on SQLite it cannot write. */
  readonly read: Db
  /** The one writer of this process. */
  readonly write: Db
  /** A number that differs after another process wrote. PostgreSQL sends notifications instead. */
  readonly dataVersion: () => number
  /** Grows with each commit of what people did in any thread of this process, where SQLite has its writer in a thread; 0 elsewhere. */
  readonly commits: () => number
  /** Another thread's way to the same writer; undefined where each has its own connections. */
  readonly seat: () => WriterSeat | undefined
  /** Rejects if nothing can be written any more, since the thread that writes has ended; pends otherwise. */
  readonly lost: Promise<never>
  /** Whether its queries fail rather than wait for long, as it was opened. */
  readonly isImpatient: boolean
  /** Whether a query of this process has met damage since it was opened. */
  readonly isDamaged: () => boolean
  /** How many connections there are, by what they do; none are counted on SQLite. */
  readonly connections: () => Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

export interface Opening {
  /** Called after each statement that did not fail, with the first word of what it is. */
  readonly onQuery?: ((operation: Operation, ms: number) => void) | undefined
  /**
   * Requests learn soon that there is no result: on PostgreSQL neither a statement nor a free connection is waited for
   * longer. Work in the background opens another way.
   */
  readonly isImpatient?: boolean
  /** SQLite is written to by a thread, so that the event loop never waits for a lock: what a server needs. */
  readonly hasWriterThread?: boolean
  /** The writer that another thread of this process started. */
  readonly writerSeat?: WriterSeat | undefined
}

/**
 * Opens it; only what is impatient goes through a pooler: there a statement may not take long, and a session is
 * nobody's own.
 */
export async function openDatabase(location: DatabaseLocation, opening: Opening = {}): Promise<Database> {
  const url = opening.isImpatient ? location.url : directUrlOf(location)
  return url === undefined ? openSqlite(location, opening) : openPostgres(location, url, opening)
}

/** The address without a pooler; undefined for SQLite. */
export const directUrlOf = ({ url, directUrl = url }: DatabaseLocation): string | undefined => directUrl

/** The system's own cache of the file does for what is only read. */
const readerCacheKibibytes = 4 * 1024

async function openSqlite(
  location: DatabaseLocation,
  { hasWriterThread, writerSeat, onQuery }: Opening,
): Promise<Database> {
  const file = sqliteFile(location.folder)
  // The writer first: it makes the file.
  const started = hasWriterThread ? await openWriterThread(file) : undefined
  const thread = writerSeat ? sitAtWriter(writerSeat) : started
  const writer = thread?.dialect ?? new WritingSqliteDialect(openSqliteWriter(file))
  const reader = new SqliteDatabase(file, { timeout: busyTimeoutMs, readonly: true })
  reader.pragma(`cache_size = -${readerCacheKibibytes}`)
  const { log, isDamaged } = watchQueries(onQuery)
  const write = new Kysely<Schema>({ dialect: writer, log })
  const read = new Kysely<Schema>({
    log,
    dialect: new TransactionalSqliteDialect({ database: preparedOnce(reader) }),
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
      // Kysely leaves open what it never read from.
      if (reader.open) reader.close()
      await write.destroy()
      await thread?.close()
    },
  }
}

const never = new Promise<never>(() => {})

/** A statement does one of these; `other` for what is written as text. */
export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'other'

const operations: Readonly<Record<string, Operation>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

/** Watches every statement. */
function watchQueries(onQuery: Opening['onQuery']) {
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

export interface ReadingOpening {
  /** Whether every row is read once, in the order of its table: pages that SQLite keeps are not read again then. */
  readonly isOnePass?: boolean
}

const onePassCacheKibibytes = 1024

/** Opens a database to be read as it is: nothing is made and nothing changed, not even brought up to date. */
export async function openForReading(
  location: DatabaseLocation,
  { isOnePass = false }: ReadingOpening = {},
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
    dialect: new TransactionalSqliteDialect({ database: preparedOnce(reader) }),
  })
  return { read, dialect: sqlite, close: () => read.destroy() }
}

/** Opens an empty database in memory, for this caller alone. */
export function openInMemory(): Reading & Pick<Database, 'write'> {
  const dialect = new TransactionalSqliteDialect({ database: new SqliteDatabase(':memory:') })
  const db = new Kysely<Schema>({ dialect })
  return { read: db, write: db, dialect: sqlite, close: () => db.destroy() }
}

const poolSize = 8
/**
 * The limits are below the ten seconds after which a client gives up. A server that works says soon that a statement took too
 * long, but on a busy machine that takes seconds as well, and a connection that seems to hang is one less.
 */
const timeoutMs = { statement: 4_000, connection: 4_000, silence: 8_000, idle: 2_000 }

/** The same location, opened for work in the background, which waits as long as it takes. */
export const openBackground = async (database: Database): Promise<Database> =>
  database.isImpatient ? openDatabase(database.location) : { ...database, close: async () => {} }

/** Loaded where it is used: most servers have no PostgreSQL. */
const loadDriver = async () => (await import('pg')).default

async function openPostgres(location: DatabaseLocation, url: string, opening: Opening): Promise<Database> {
  const pool = await openPool(url, opening)
  const countOf = ({ totalCount, idleCount: idle, waitingCount: waiting }: Pool) => ({
    busy: totalCount - idle,
    idle,
    waiting,
  })
  return { ...overPool(location, limitedPool(pool), opening), connections: () => countOf(pool) }
}

/** Opens no connection yet. */
export async function openPool(url: string, { isImpatient = false }: Opening = {}): Promise<Pool> {
  const pg = await loadDriver()
  const limits = {
    connectionTimeoutMillis: timeoutMs.connection,
    // The client ends it before its silence does.
    idleTimeoutMillis: timeoutMs.idle,
    stream: impatientSocket,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser: numbersAsNumbers(pg) },
    ...(isImpatient ? limits : {}),
  })
  // A connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // It is said on the connection: a pooler refuses it among the parameters of a start.
    if (isImpatient) client.query(`set statement_timeout = ${timeoutMs.statement}`).catch(() => {})
  })
  return pool
}

/** The database ends the pool when it is closed. */
export function overPool(
  location: DatabaseLocation,
  pool: PostgresPool,
  { isImpatient = false, onQuery }: Opening = {},
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

/** A server that hangs says nothing at all, also not that a statement took too long. */
function impatientSocket(): Socket {
  const socket = new Socket()
  return socket.setTimeout(timeoutMs.silence, () => socket.destroy())
}

/** 64-bit integers as numbers: keys and counts stay far below 2^53. */
const int8 = 20
type Driver = Awaited<ReturnType<typeof loadDriver>>
type GetTypeParser = Driver['types']['getTypeParser']
const numbersAsNumbers =
  ({ types }: Driver): GetTypeParser =>
  (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : types.getTypeParser(oid, format)

/** Reports every notification on a channel, over a connection of its own; `lost` when that connection ends. */
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
