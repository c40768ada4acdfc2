/** Adds the offset of a device's clock from the server's, derived from its reports (ADR 0035). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('play').addColumn('clock_ms', integer).execute()
  },
})
