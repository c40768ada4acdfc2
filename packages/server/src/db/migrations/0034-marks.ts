/** Adds marks of works: status, rating and note. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, clustered }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const mark = db.schema
      .createTable('mark')
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('state', 'text')
      .addColumn('state_ms', integer, (c) => c.notNull())
      .addColumn('rating', integer)
      .addColumn('note', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('mark_key', ['user_key', 'work_key'])
    await clustered(mark).execute()
    await db.schema
      .createTable('mark_revision')
      .addColumn('user_key', integer, (c) => c.primaryKey().references('user.key').onDelete('cascade'))
      .addColumn('revision', integer, (c) => c.notNull())
      .execute()
  },
})
