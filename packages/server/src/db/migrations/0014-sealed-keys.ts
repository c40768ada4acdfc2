/** Access keys are found by a hash of their code; the server seals those that are here when it starts. */
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
