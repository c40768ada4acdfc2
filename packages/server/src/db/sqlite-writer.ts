/**
 * The single writer of a running server, in its own thread, so that waiting for locks or long statements never delays requests.
 * Kysely serializes the statements and transactions of a thread; the writer serializes those of several threads (ADR 0080).
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { defaultYoungHeap } from '../lib/young-heap.ts'
import {
  type Failure,
  maxPrepared,
  type OwnerMessage,
  type Reply,
  rollbackStatement,
  type Statement,
  type WriterMessage,
  type WriterThreadData,
} from './writer-messages.ts'

/** Access to the writer for one more thread. Pass it to that thread once. */
export interface WriterAccess {
  readonly port: MessagePort
  readonly commits: SharedArrayBuffer
}

export interface Writer {
  readonly dialect: Dialect
  /** Increases with each commit of a user's change in any thread, before the caller learns that it is done. */
  readonly commits: () => number
  /** Ends the thread. Kysely's own `destroy` does nothing if no query was run. */
  readonly close: () => Promise<void>
}

export interface WriterThread extends Writer {
  readonly seat: () => WriterAccess
  /** Rejects if the thread ends before it is closed; pending otherwise. */
  readonly lost: Promise<never>
}

/** Resolves when the file is open. */
export async function openWriterThread(file: string): Promise<WriterThread> {
  const commits = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const worker = new Worker(new URL('./sqlite-writer-worker.ts', import.meta.url), {
    workerData: { file, commits } satisfies WriterThreadData,
    resourceLimits: defaultYoungHeap,
  })
  const orders = createChannel(worker)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  worker.once('error', (cause) => {
    orders.end(cause)
    lost.reject(new Error('the writer has ended', { cause }))
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let isClosing = false
  worker.once('exit', () => {
    const ending = new Error('the writer has ended')
    orders.end(ending)
    if (!isClosing) lost.reject(ending)
  })
  await orders.next<unknown>()
  return {
    ...createWriterDialect(orders, commits),
    lost: lost.promise,
    seat: () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ port: port1 } satisfies OwnerMessage, [port1])
      return { port: port2, commits }
    },
    close: async () => {
      isClosing = true
      worker.postMessage('close' satisfies WriterMessage)
      await exited
    },
  }
}

/** Connects to the writer that another thread started. */
export function connectToWriter({ port, commits }: WriterAccess): Writer {
  const orders = createChannel(port)
  const closed = new Promise<void>((resolve) => port.once('close', () => resolve()))
  port.once('close', () => orders.end(new Error('the writer has ended')))
  return {
    ...createWriterDialect(orders, commits),
    close: async () => {
      port.close()
      await closed
    },
  }
}

function createWriterDialect(
  { send }: WriterChannel,
  shared: SharedArrayBuffer,
): Pick<Writer, 'dialect' | 'commits'> {
  const connection: DatabaseConnection = {
    executeQuery: ({ sql, parameters }) => send({ sql, parameters }),
    streamQuery: () => {
      throw new Error('the writer responds at once, not in a stream')
    },
  }
  const dialect: Dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  const commits = new Int32Array(shared)
  return { dialect, commits: () => Atomics.load(commits, 0) }
}

/**
 * Takes the write lock at once: a transaction that reads first and writes later would fail if another process wrote in between,
 * however long it waits.
 */
const beginStatement = 'begin immediate'

function driverOver(connection: DatabaseConnection): Driver {
  const run = async (statement: string) => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => run(beginStatement),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run(rollbackStatement),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

class WriteError extends Error {
  readonly code: string

  constructor({ message, code }: Failure) {
    super(message)
    this.name = 'WriteError'
    this.code = code
  }
}

interface PendingReply {
  readonly resolve: (result: QueryResult<never>) => void
  readonly reject: (error: Error) => void
}

interface WriterChannel {
  readonly send: <R>(order: Statement) => Promise<QueryResult<R>>
  /** Waits for a reply without sending a statement. */
  readonly next: <R>() => Promise<QueryResult<R>>
  /** Rejects all pending and later calls. */
  readonly end: (error: Error) => void
}

/** Sends statements over a worker or port. Replies come in the same order. */
function createChannel(writer: Worker | MessagePort): WriterChannel {
  const waiting: PendingReply[] = []
  let ending: Error | undefined

  const next = <R>() =>
    new Promise<QueryResult<R>>((resolve, reject) => {
      waiting.push({ resolve, reject })
    })
  writer.on('message', (reply: Reply) => {
    const pending = waiting.shift()
    if ('failure' in reply) pending?.reject(new WriteError(reply.failure))
    else pending?.resolve(reply.result)
  })
  return {
    next,
    send: (order) => {
      if (ending) return Promise.reject(ending)
      writer.postMessage(order)
      return next()
    },
    end: (error) => {
      ending ??= error
      for (const { reject } of waiting.splice(0)) reject(ending)
    },
  }
}

/** Kysely's SQLite dialect, corrected in one point: SQLite supports transactional DDL. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** For a connection that writes. */
export class WritingSqliteDialect extends TransactionalSqliteDialect {
  readonly #database: WritingDatabase

  constructor(database: WritingDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver(): Driver {
    return new WritingSqliteDriver(this.#database)
  }
}

interface WritingDatabase extends SqliteDatabase {
  readonly inTransaction: boolean
}

class WritingSqliteDriver extends SqliteDriver {
  readonly #database: WritingDatabase

  constructor(database: WritingDatabase) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginStatement))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw(rollbackStatement))
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Caches prepared statements: preparing a short query costs as much as running it. */
export function withStatementCache(database: SqliteDatabase): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: maxPrepared })
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = prepared.get(text)
      if (known) return known
      const statement = database.prepare(text)
      const shared: SqliteStatement = {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        run: (parameters) => statement.run(parameters),
        // Iterating keeps a statement busy, so each iteration prepares its own.
        iterate: (parameters) => database.prepare(text).iterate(parameters),
      }
      prepared.set(text, shared)
      return shared
    },
  }
}
