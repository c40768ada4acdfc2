/** Adds the number of items examined ahead of the stored progress, and the works that a task has counted. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await db.schema
      .alterTable('task')
      .addColumn('ahead', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    const tally = db.schema
      .createTable('task_work')
      .addColumn('task_key', integer, (c) => c.notNull())
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('effect', 'text')
      .addColumn('trouble', 'text')
      .addPrimaryKeyConstraint('task_work_key', ['task_key', 'work_key'])
    await dialect.clustered(tally).execute()
  },
})
