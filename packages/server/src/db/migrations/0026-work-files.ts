/** Adds the files of works that are not audio: images, texts, documents and others. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await db.schema
      .createTable('work_file')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('folder', 'text', (c) => c.notNull())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('modified_at', 'text', (c) => c.notNull())
      .addColumn('changed_ms', integer)
      .execute()
    await db.schema
      .createIndex('work_file_work')
      .on('work_file')
      .columns(['work_key', 'storage_key'])
      .execute()
  },
})
