/** Adds old IDs of works whose folder got another ID, and the users whose marks moved with them. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('work_alias')
      .addColumn('old_key', integer, (c) => c.primaryKey())
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('moved_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('work_alias_work').on('work_alias').column('work_key').execute()
    await db.schema
      .createTable('work_alias_user')
      .addColumn('old_key', integer, (c) => c.notNull().references('work_alias.old_key').onDelete('cascade'))
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addPrimaryKeyConstraint('work_alias_user_key', ['old_key', 'user_key'])
      .execute()
  },
})
