/** Adds the technical properties of tracks, and their chapters. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const name of ['codec', 'chapters', 'chapters_from'])
      await db.schema.alterTable('track').addColumn(name, 'text').execute()
    for (const name of ['bit_depth', 'sample_rate', 'bitrate', 'channels', 'read_as'])
      await db.schema.alterTable('track').addColumn(name, integer).execute()
  },
})
