/** Adds the last visit to the home page, and the order of its rows. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('home_page')
      .addColumn('user_key', integer, (c) => c.primaryKey().references('user.key').onDelete('cascade'))
      .addColumn('since_ms', integer)
      .addColumn('seen_ms', integer)
      .addColumn('layout', 'text', (c) => c.notNull())
      .execute()
  },
})
