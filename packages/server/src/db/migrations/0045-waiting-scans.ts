/** Adds requested scans that wait for the current one to end (ADR 0036). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('storage').addColumn('scan_wanted_at', 'text').execute()
  },
})
