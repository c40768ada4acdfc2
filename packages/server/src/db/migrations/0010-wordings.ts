/** Adds the works that names of an entity come from, stored only if works disagree. Names of hidden works must be hidden too. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const wording = db.schema
      .createTable('entity_wording')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('entity_key', dialect.integer, (c) => c.notNull())
      .addColumn('no', dialect.integer, (c) => c.notNull())
      .addColumn('wording', 'text', (c) => c.notNull())
      .addColumn('told_all', dialect.integer, (c) => c.notNull())
      .addColumn('told_r15', dialect.integer, (c) => c.notNull())
      .addColumn('told_r18', dialect.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('entity_wording_key', ['kind', 'entity_key', 'no'])
    await dialect.clustered(wording).execute()
    const table = db.schema
      .createTable('entity_teller')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('entity_key', dialect.integer, (c) => c.notNull())
      .addColumn('no', dialect.integer, (c) => c.notNull())
      .addColumn('work_key', dialect.integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('age', dialect.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('entity_teller_key', ['kind', 'entity_key', 'work_key'])
    await dialect.clustered(table).execute()
    await db.schema.createIndex('entity_teller_work').on('entity_teller').column('work_key').execute()
  },
})
