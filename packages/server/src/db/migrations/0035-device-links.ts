/** Adds device authorization: the link is confirmed on another device, and the provider is polled. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    // SQLite adds one column per statement.
    for (const column of ['device', 'ask_again_at'])
      await db.schema.alterTable('drive_link').addColumn(column, 'text').execute()
  },
})
