/** Adds how changes of a storage are detected: by watching and by regular scans (ADR 0038). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const storage = () => db.schema.alterTable('storage')
    // SQLite adds one column per statement.
    await storage()
      .addColumn('watched', integer, (c) => c.notNull().defaultTo(1))
      .execute()
    await storage()
      .addColumn('rescan_hours', integer, (c) => c.defaultTo(24))
      .execute()
    for (const column of ['watcher', 'watcher_until', 'watch_state'])
      await storage().addColumn(column, 'text').execute()
  },
})
