/** Adds cloud drives: client credentials, linked accounts, and links in progress (ADR 0040). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await db.schema
      .createTable('drive_app')
      .addColumn('provider', 'text', (c) => c.primaryKey())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('secret', 'text')
      .execute()
    await dialect
      .serialKey(db.schema.createTable('drive_account'), 'key')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('tokens', 'text')
      .addColumn('version', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('lease', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('state_since', 'text', (c) => c.notNull())
      .addColumn('linked_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('drive_account_owner', ['provider', 'account_id'])
      .execute()
    await db.schema
      .createTable('drive_link')
      .addColumn('state_hash', 'text', (c) => c.primaryKey())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('session_key', integer, (c) => c.notNull().references('session.key').onDelete('cascade'))
      .addColumn('return_url', 'text', (c) => c.notNull())
      .addColumn('verifier', 'text')
      .addColumn('account_key', integer, (c) => c.references('drive_account.key').onDelete('cascade'))
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
  },
})
