/** Adds the hash of access key codes, for lookups. The server encrypts existing codes when it starts. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_key').addColumn('code_hash', 'text').execute()
    await db.schema
      .createIndex('access_key_code_hash')
      .on('access_key')
      .column('code_hash')
      .unique()
      .execute()
  },
})
