/** Adds field sources, locks, edits, aliases of merged entities, the trash, and follows. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('work')
      .addColumn('origin', 'text', (c) => c.notNull().defaultTo('feed'))
      .execute()
    await db.schema.alterTable('work').addColumn('trashed_at', 'text').execute()
    await createProvenance(db, dialect)
    await createEdit(db, dialect)
    await createAlias(db, dialect)
    const follow = db.schema
      .createTable('follow')
      .addColumn('user_key', dialect.integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('entity_id', 'text', (c) => c.notNull())
      .addColumn('followed_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('follow_key', ['user_key', 'kind', 'entity_id'])
    await dialect.clustered(follow).execute()
  },
})

async function createProvenance(db: Kysely<unknown>, dialect: Dialect) {
  const ofWork = 'work.key'
  const source = db.schema
    .createTable('work_source')
    .addColumn('work_key', dialect.integer, (c) => c.notNull().references(ofWork).onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('fields', dialect.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('work_source_key', ['work_key', 'source', 'at'])
  await dialect.clustered(source).execute()
  const lock = db.schema
    .createTable('work_lock')
    .addColumn('work_key', dialect.integer, (c) => c.notNull().references(ofWork).onDelete('cascade'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('user_key', dialect.integer, (c) => c.references('user.key').onDelete('set null'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_lock_key', ['work_key', 'field'])
  await dialect.clustered(lock).execute()
}

async function createEdit(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('work_edit'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('work_key', dialect.integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
    .addColumn('user_key', dialect.integer, (c) => c.references('user.key').onDelete('set null'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema.createIndex('work_edit_work').on('work_edit').column('work_key').execute()
}

async function createAlias(db: Kysely<unknown>, dialect: Dialect) {
  await db.schema
    .createTable('entity_alias')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('entity_key', dialect.integer, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('entity_alias_key', ['kind', 'id'])
    .execute()
  await db.schema
    .createTable('entity_lock')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('entity_key', dialect.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('entity_lock_key', ['kind', 'entity_key'])
    .execute()
}
