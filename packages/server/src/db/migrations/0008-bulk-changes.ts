/** Marks bulk changes, so that followers of the feed apply changes made by people first. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('change')
      .addColumn('bulk', dialect.integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
})
