/** Adds saved views, and when their owner last looked at each. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_view')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('search', 'text', (c) => c.notNull())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('seen_ms', integer, (c) => c.notNull())
      .addColumn('deleted_ms', integer)
      .execute()
    await db.schema
      .createIndex('saved_view_user')
      .on('saved_view')
      .columns(['user_key', 'position'])
      .execute()
  },
})
