/** Adds bookmarks. They have no foreign keys to works or files, so a work that returns has its bookmarks again. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, clustered }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const bookmark = db.schema
      .createTable('bookmark')
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('track_id', 'text', (c) => c.notNull())
      .addColumn('position_ms', integer, (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('created_ms', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('bookmark_key', ['user_key', 'work_key', 'track_id', 'position_ms'])
    await clustered(bookmark).execute()
  },
})
