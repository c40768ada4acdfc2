/** What accounts may see that people make for themselves. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const migration = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_key').addColumn('ceiling', 'text').execute()
    // New accounts began with what visitors see until now: if that was decided, it stays.
    await sql`
      insert into setting (name, value)
      select 'newAccountCeiling', value from setting where name = 'visitorCeiling'
    `.execute(db)
  },
})
