/** SQLite as Kysely has it, but for one thing it does not believe: SQLite rolls back tables like rows. */
import {
  type DialectAdapter,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'

export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

export class TransactionalSqliteAdapter extends SqliteAdapter {
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
