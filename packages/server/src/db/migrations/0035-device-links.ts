/** Links that are begun on one device and confirmed on another: nobody is sent back from there, the provider is polled. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    // SQLite adds one column with each statement.
    for (const column of ['device', 'ask_again_at'])
      await db.schema.alterTable('drive_link').addColumn(column, 'text').execute()
  },
})
