/** Adds personal tags, and the times of ratings and notes: an import replaces only older ones. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, serialKey, clustered }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await serialKey(db.schema.createTable('own_tag'), 'key')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('folded', 'text', (c) => c.notNull())
      .addUniqueConstraint('own_tag_name', ['user_key', 'folded'])
      .execute()
    const tagged = db.schema
      .createTable('tagged_work')
      .addColumn('tag_key', integer, (c) => c.notNull().references('own_tag.key').onDelete('cascade'))
      .addColumn('work_key', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('tagged_work_key', ['tag_key', 'work_key'])
    await clustered(tagged).execute()
    // SQLite adds one column per statement.
    for (const column of ['rating_ms', 'note_ms']) {
      await db.schema
        .alterTable('mark')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
        .execute()
    }
  },
})
