/** Adds folders that a scan could not assign, and administrators' decisions (ADR 0036). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await dialect
      .serialKey(db.schema.createTable('folder_finding'), 'key')
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('work_key', integer)
      .addColumn('file_count', integer, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('signature', 'text', (c) => c.notNull())
      .addColumn('found_at', 'text', (c) => c.notNull())
      .addColumn('decision', 'text')
      .addColumn('decided_key', integer)
      .addColumn('title', 'text')
      .addColumn('decided_at', 'text')
      .execute()
    // Indexed by storage only: a path may be too long for a PostgreSQL key.
    await db.schema.createIndex('folder_finding_storage').on('folder_finding').column('storage_key').execute()
  },
})
