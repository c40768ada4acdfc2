/** The time of the last change of a file in any respect, which nobody can set, unlike that of its content; an index of paths. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('track').addColumn('changed_ms', dialect.integer).execute()
    const index = db.schema.createIndex('track_path').on('track')
    // A path may be longer than a B-tree of PostgreSQL takes; SQLite guesses one index, so there is only one to take.
    if (dialect.name === 'postgres') return index.using('hash').column('path').execute()
    await index.columns(['storage_key', 'path']).execute()
    await db.schema.dropIndex('track_storage').ifExists().execute()
  },
})
