/** Adds the settings of a storage, and its health (ADR 0032). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    const add = (column: string, type: 'text' | typeof integer, start?: string | number) =>
      db.schema
        .alterTable('storage')
        .addColumn(column, type, (c) => (start === undefined ? c : c.notNull().defaultTo(start)))
        .execute()
    // SQLite adds one column per statement.
    await add('name', 'text', '')
    await add('options', 'text', '{}')
    await add('secret', 'text')
    await add('depth', integer)
    await add('ignored', 'text', '[]')
    await add('delivery', 'text', 'auto')
    await add('enabled', integer, 1)
    await add('health', 'text', 'unknown')
    await add('health_since', 'text')
    await add('last_scan', 'text')
    await add('removed_at', 'text')
  },
})
