/** Adds the origin of passkeys; null for older ones until their next use. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('passkey').addColumn('origin', 'text').execute()
  },
})
