/** SQLite as Kysely has it, but for one thing it does not believe: SQLite rolls back tables like rows. */
import { type DialectAdapter, SqliteAdapter, SqliteDialect } from 'kysely'

export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
