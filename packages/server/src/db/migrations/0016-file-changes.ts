/** Adds the inode change time of files, which programs cannot set, unlike the modification time. Adds an index of paths. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('track').addColumn('changed_ms', dialect.integer).execute()
    const index = db.schema.createIndex('track_path').on('track')
    // A path may exceed the size limit of a PostgreSQL B-tree. SQLite picks one index by guess, so only one is left to pick.
    if (dialect.name === 'postgres') return index.using('hash').column('path').execute()
    await index.columns(['storage_key', 'path']).execute()
    await db.schema.dropIndex('track_storage').ifExists().execute()
  },
})
