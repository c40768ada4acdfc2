/** Rate limits count distinct wrong secrets: a bucket stores short digests of those it counted. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attempt')
      .addColumn('seen', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
})
