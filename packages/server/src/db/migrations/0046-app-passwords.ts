/** Adds app passwords, and sessions that are valid for one compatibility API (ADR 0052). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('app_password')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('whole_catalogue', integer, (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'text')
      .addColumn('last_address', 'text')
      .addColumn('last_client', 'text')
      .execute()
    await db.schema.createIndex('app_password_user').on('app_password').column('user_key').execute()
    await db.schema.alterTable('session').addColumn('door', 'text').execute()
    await db.schema
      .alterTable('session')
      .addColumn('app_password_id', 'text', (c) => c.references('app_password.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('session_app_password').on('session').column('app_password_id').execute()
  },
})
