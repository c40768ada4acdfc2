/**
 * The one writer of a running server, in a thread of its own: to wait for another process's lock, or for a long
 * statement, never holds up who is being served. Kysely lets statements and transactions take it in turn.
 */
import { Worker } from 'node:worker_threads'
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

/** The orders to the thread: one statement, or to end. */
export type Order = { readonly sql: string; readonly parameters: readonly unknown[] } | 'close'

/** Its replies come in the order of its orders; the first one says that the file is open. */
export type Reply = { readonly result: QueryResult<never> } | { readonly failure: Failure }

export interface Failure {
  readonly message: string
  /** The code of SQLite, as `SQLITE_BUSY`. */
  readonly code: string
}

export interface WriterThread {
  readonly dialect: Dialect
  /** Kysely's own end does nothing if no query was ever run: the thread would stay. */
  readonly close: () => Promise<void>
}

/** Resolves once the file is open. */
export async function openWriterThread(file: string): Promise<WriterThread> {
  const thread = await startThread(file)
  const connection: DatabaseConnection = {
    executeQuery: ({ sql, parameters }) => thread.send({ sql, parameters }),
    streamQuery: () => {
      throw new Error('the writer answers at once, not in a stream')
    },
  }
  const dialect: Dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return { dialect, close: thread.close }
}

/**
 * A transaction of a writer takes its turn at once: one that reads first and writes later would fail if another process
 * wrote in between, however long it waited.
 */
const begin = 'begin immediate'

/**
 * SQLite itself rolls back a transaction that met a full or broken disk. There is none to be rolled back then, and to say so
 * would be all that is heard of the fault.
 */
export const rollback = 'rollback'

function driverOver(connection: DatabaseConnection): Driver {
  const run = async (statement: string) => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => run(begin),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run(rollback),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

/** What SQLite says went wrong. */
class WriteError extends Error {
  readonly code: string

  constructor({ message, code }: Failure) {
    super(message)
    this.name = 'WriteError'
    this.code = code
  }
}

interface Waiting {
  readonly resolve: (result: QueryResult<never>) => void
  readonly reject: (error: Error) => void
}

async function startThread(file: string) {
  const worker = new Worker(new URL('./sqlite-writer-worker.ts', import.meta.url), { workerData: file })
  const waiting: Waiting[] = []
  let ending: Error | undefined

  const wait = <R>() =>
    new Promise<QueryResult<R>>((resolve, reject) => {
      waiting.push({ resolve, reject })
    })
  const end = (error: Error) => {
    ending ??= error
    for (const { reject } of waiting.splice(0)) reject(ending)
  }
  worker.on('message', (reply: Reply) => {
    const pending = waiting.shift()
    if ('failure' in reply) pending?.reject(new WriteError(reply.failure))
    else pending?.resolve(reply.result)
  })
  worker.once('error', end)
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.once('exit', () => end(new Error('the writer has ended')))

  await wait<unknown>()
  return {
    send: <R>(order: Order): Promise<QueryResult<R>> => {
      if (ending) return Promise.reject(ending)
      worker.postMessage(order)
      return wait<R>()
    },
    close: async () => {
      worker.postMessage('close' satisfies Order)
      await exited
    },
  }
}

/** SQLite as Kysely has it, but for one thing it does not believe: SQLite rolls back tables like rows. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** The same for a connection that writes. */
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
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw(rollback))
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Statements that a connection keeps. */
export const mostPrepared = 300

/** Reads the text of a query once: to prepare a short read costs as much as to run it. */
export function preparedOnce(database: SqliteDatabase): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: mostPrepared })
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
        // A walk through the rows keeps its statement busy: it gets one of its own.
        iterate: (parameters) => database.prepare(text).iterate(parameters),
      }
      prepared.set(text, shared)
      return shared
    },
  }
}
