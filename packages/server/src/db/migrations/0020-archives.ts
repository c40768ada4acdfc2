/** Adds the contents of archives, so that unchanged archives are not read again. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('archive')
      .addColumn('storage_key', dialect.integer, (column) =>
        column.notNull().references('storage.key').onDelete('cascade'),
      )
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('size_bytes', dialect.integer, (column) => column.notNull())
      .addColumn('modified_at', 'text', (column) => column.notNull())
      .addColumn('changed_ms', dialect.integer)
      .addColumn('entries', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('archive_key', ['storage_key', 'path'])
      .execute()
  },
})
