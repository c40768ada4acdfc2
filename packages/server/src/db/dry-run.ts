/** Dry runs: writes that are rolled back, so that their exact effect is known on either engine and nothing stays. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { freeBytesOf } from '../lib/free-space.ts'
import { CodedError } from '../lib/messages/coded-error.ts'
import { type Database, type DatabaseLocation, openDatabase } from './open.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteFile } from './sqlite-file.ts'
import { openWriterThread } from './sqlite-writer.ts'

/**
 * Runs `act` and rolls back all its writes. Other writers wait until then: all of them on SQLite, those that touch the same rows on
 * PostgreSQL.
 */
export async function runDryRun<T>(database: Database, act: (rehearsed: Database) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await database.write
    .transaction()
    .execute(async (tx) => {
      const db = overTransaction(tx, database.dialect.name)
      result = { value: await act({ ...database, read: db, write: db }) }
      throw new RollbackError()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error
    })
  if (!result) throw new TypeError('a rehearsal without a result')
  return result.value
}

class RollbackError extends Error {}

/**
 * Rehearses while the server runs: on SQLite over a copy in the folder of the database, so that writers do not wait.
 * One at a time. Throws a `CodedError` if there is not enough space for the copy.
 */
export async function runDryRunOnCopy<T>(
  database: Database,
  act: (rehearsed: Database) => Promise<T>,
): Promise<T> {
  if (database.dialect.name === 'postgres') return runDryRun(database, act)
  await removeDryRunCopy(database)
  const folder = folderOf(database.location)
  await mkdir(folder, { mode: 0o700 })
  try {
    const file = sqliteFile(database.location.folder)
    await assertSpace(file, folder)
    await copySqlite(file, sqliteFile(folder))
    const copy = await openDatabase({ folder }, { hasWriterThread: true })
    try {
      return await act(copy)
    } finally {
      await copy.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const folderOf = ({ folder }: DatabaseLocation): string => join(folder, 'rehearsal')

/** Removes the copy that a killed process left after a dry run. It is as large as the database. */
export async function removeDryRunCopy({
  dialect,
  location,
}: Pick<Database, 'dialect' | 'location'>): Promise<void> {
  if (dialect.name === 'sqlite') await rm(folderOf(location), { recursive: true, force: true })
}

/** Copies a consistent snapshot, in a thread. */
async function copySqlite(from: string, to: string): Promise<void> {
  const thread = await openWriterThread(from)
  const db = new Kysely<Schema>({ dialect: thread.dialect })
  try {
    await sql`vacuum into ${to}`.execute(db)
  } finally {
    await db.destroy()
    await thread.close()
  }
}

async function assertSpace(file: string, folder: string): Promise<void> {
  const { size } = await stat(file)
  if (size * 1.2 > (await freeBytesOf(folder)))
    throw new CodedError({
      code: 'database.noRoomForCopy',
      values: { sizeMib: Math.ceil(size / 1024 ** 2) },
    })
}

class DryRunPostgresAdapter extends PostgresAdapter {}
class DryRunSqliteAdapter extends SqliteAdapter {}

/** Returns whether the database is a dry run. Changes in it have no followers, so it needs no lock of the feed. */
export function isDryRun(db: Db): boolean {
  const { adapter } = db.getExecutor()
  return adapter instanceof DryRunPostgresAdapter || adapter instanceof DryRunSqliteAdapter
}

/** Returns a database whose transactions are savepoints of another transaction. */
function overTransaction(tx: Db, engine: Database['dialect']['name']): Db {
  const isPostgres = engine === 'postgres'
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => (isPostgres ? new DryRunPostgresAdapter() : new DryRunSqliteAdapter()),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createDriver: () => savepointDriver(tx),
      createIntrospector: () => tx.introspection,
    },
  })
}

/** All use one connection, because a dry run does one thing at a time. */
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
