/** Writes that are taken back: what they would do is known exactly, on either engine, and nothing of it stays. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database } from './open.ts'
import type { Db, Schema } from './schema.ts'

/** Whatever is written to the database that `act` gets is gone once it is over. Others who write wait until then. */
export async function rehearse<T>(database: Database, act: (rehearsed: Database) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await database.write
    .transaction()
    .execute(async (tx) => {
      const db = overTransaction(tx, database.dialect.name)
      result = { value: await act({ ...database, read: db, write: db }) }
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  if (!result) throw new TypeError('a rehearsal without a result')
  return result.value
}

class TakenBack extends Error {}

/** A database whose transactions are savepoints of another one. */
function overTransaction(tx: Db, engine: Database['dialect']['name']): Db {
  const isPostgres = engine === 'postgres'
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createDriver: () => savepointDriver(tx),
      createIntrospector: () => tx.introspection,
    },
  })
}

/** All share the one connection: a rehearsal does one thing after the other. */
function savepointDriver(tx: Db): Driver {
  let depth = 0
  const run = (words: string) => tx.executeQuery(CompiledQuery.raw(words))
  const connection: DatabaseConnection = {
    executeQuery: (query) => tx.getExecutor().provideConnection((own) => own.executeQuery(query)),
    streamQuery: () => {
      throw new TypeError('a rehearsal streams nothing')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => {
      depth += 1
      await run(`savepoint rehearsed_${depth}`)
    },
    commitTransaction: async () => {
      await run(`release savepoint rehearsed_${depth}`)
      depth -= 1
    },
    rollbackTransaction: async () => {
      await run(`rollback to savepoint rehearsed_${depth}`)
      await run(`release savepoint rehearsed_${depth}`)
      depth -= 1
    },
    destroy: async () => {},
  }
}
