/** Adds the age limit of accounts registered with an access key. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_key').addColumn('ceiling', 'text').execute()
    // Until now, new accounts got the age limit of visitors. An existing setting is kept for them.
    await sql`
      insert into setting (name, value)
      select 'newAccountCeiling', value from setting where name = 'visitorCeiling'
    `.execute(db)
  },
})
