/** Adds identities at login providers, and logins in progress there (ADR 0061). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('identity')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email', 'text')
      .addColumn('linked_at', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'text')
      .addUniqueConstraint('identity_subject', ['issuer', 'subject'])
      .addUniqueConstraint('identity_user', ['user_key', 'issuer'])
      .execute()
    await db.schema.createIndex('identity_email').on('identity').column('email').execute()
    await db.schema
      .createTable('provider_sign_in')
      .addColumn('state_hash', 'text', (c) => c.primaryKey())
      .addColumn('identity_id', 'text', (c) => c.references('identity.id').onDelete('cascade'))
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('provider_sign_in_identity')
      .on('provider_sign_in')
      .column('identity_id')
      .execute()
    await db.schema
      .alterTable('session')
      .addColumn('identity_id', 'text', (c) => c.references('identity.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('session_identity').on('session').column('identity_id').execute()
  },
})
