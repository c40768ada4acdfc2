/** Renames the table and columns for the works that a name comes from, to match the code. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

const renamed = { told_all: 'seen_all', told_r15: 'seen_r15', told_r18: 'seen_r18' } as const

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const [before, after] of Object.entries(renamed)) {
      await db.schema.alterTable('entity_wording').renameColumn(before, after).execute()
    }
    await db.schema.dropIndex('entity_teller_work').execute()
    await db.schema.alterTable('entity_teller').renameTo('entity_name_source').execute()
    await db.schema
      .createIndex('entity_name_source_work')
      .on('entity_name_source')
      .column('work_key')
      .execute()
    if (dialect.name === 'postgres') {
      const [before, after] = [sql.id('entity_teller_key'), sql.id('entity_name_source_key')]
      await sql`alter table entity_name_source rename constraint ${before} to ${after}`.execute(db)
    }
  },
})
