/** Adds announcements and their read marks. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await dialect
      .serialKey(db.schema.createTable('announcement'), 'key')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('top', integer, (c) => c.notNull())
      .addColumn('important', integer, (c) => c.notNull())
      .addColumn('draft', integer, (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()
    const read = db.schema
      .createTable('announcement_read')
      .addColumn('announcement_key', integer, (c) =>
        c.notNull().references('announcement.key').onDelete('cascade'),
      )
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('read_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('announcement_read_key', ['announcement_key', 'user_key'])
    await dialect.clustered(read).execute()
  },
})
