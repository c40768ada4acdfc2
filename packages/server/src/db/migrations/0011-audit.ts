/** Adds the audit log: logins, login attempts, and actions of administrators. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await dialect
      .serialKey(db.schema.createTable('audit'), 'key')
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('act', 'text', (c) => c.notNull())
      .addColumn('username', 'text')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('audit_act').on('audit').columns(['act', 'key']).execute()
  },
})
