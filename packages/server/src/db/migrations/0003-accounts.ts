/** Adds accounts, sessions, settings, favorites, access keys and login attempts. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await createUser(db, dialect)
    await createSession(db, dialect)
    await createFavorite(db, dialect)
    await createAccessKey(db, dialect)
    await db.schema
      .createTable('attempt')
      .addColumn('bucket', 'text', (c) => c.primaryKey())
      .addColumn('count', dialect.integer, (c) => c.notNull())
      .addColumn('resets_at', 'text', (c) => c.notNull())
      .execute()
  },
})

async function createUser(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('user'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('role', dialect.integer, (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('age_restriction', 'text', (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull().defaultTo('moderate'))
    .addColumn('age_filter_mode', 'text', (c) => c.notNull().defaultTo('no_limit'))
    .addColumn('filter_defaults', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('last_login_at', 'text')
    .addColumn('last_login_ip', 'text')
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('user_exclusion')
    .addColumn('user_key', dialect.integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('position', dialect.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('user_exclusion_key', ['user_key', 'kind', 'entity_id'])
    .execute()
}

async function createSession(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('session'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_key', dialect.integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_user').on('session').column('user_key').execute()
}

async function createFavorite(db: Kysely<unknown>, dialect: Dialect) {
  const table = db.schema
    .createTable('favorite')
    .addColumn('user_key', dialect.integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('work_key', dialect.integer, (c) => c.notNull())
    .addColumn('added_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('favorite_key', ['user_key', 'work_key'])
  await dialect.clustered(table).execute()
}

async function createAccessKey(db: Kysely<unknown>, dialect: Dialect) {
  const { integer } = dialect
  await dialect
    .serialKey(db.schema.createTable('access_key'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('count', integer, (c) => c.notNull())
    .addColumn('used_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('note_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  const ofKey = 'access_key.key'
  await db.schema
    .createTable('access_key_platform')
    .addColumn('access_key_key', integer, (c) => c.notNull().references(ofKey).onDelete('cascade'))
    .addColumn('platform', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('access_key_platform_key', ['access_key_key', 'platform'])
    .execute()
  await dialect
    .serialKey(db.schema.createTable('redemption'), 'key')
    .addColumn('access_key_key', integer, (c) => c.notNull().references(ofKey).onDelete('cascade'))
    .addColumn('user_key', integer, (c) => c.references('user.key').onDelete('set null'))
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('redeemed_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('redemption_key').on('redemption').column('access_key_key').execute()
  await db.schema.createIndex('redemption_user').on('redemption').column('user_key').execute()
}
