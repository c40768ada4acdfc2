/**
 * Adds scan state of drives: the cursor in the change feed, and cached folder listings (ADR 0043). Also adds file hashes from
 * providers, and storage usage.
 */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('drive_root')
      .addColumn('storage_key', integer, (c) => c.primaryKey().references('storage.key').onDelete('cascade'))
      .addColumn('cursor', 'text', (c) => c.notNull())
      .addColumn('version', integer, (c) => c.notNull())
      .addColumn('listed_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('drive_folder')
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('ref', 'text', (c) => c.notNull())
      .addColumn('counts', integer, (c) => c.notNull())
      .addColumn('nodes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('drive_folder_key', ['storage_key', 'ref'])
      .execute()
    await db.schema
      .createTable('drive_item')
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('folder', 'text', (c) => c.notNull())
      .addColumn('ref', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('drive_item_key', ['storage_key', 'name', 'folder'])
      .execute()
    await db.schema
      .createIndex('drive_item_folder')
      .on('drive_item')
      .columns(['storage_key', 'folder'])
      .execute()
    await db.schema.alterTable('track').addColumn('hash', 'text').execute()
    await db.schema.alterTable('storage').addColumn('used_bytes', integer).execute()
    await db.schema.alterTable('storage').addColumn('total_bytes', integer).execute()
  },
})
