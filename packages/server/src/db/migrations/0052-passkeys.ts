/** Adds passkeys (WebAuthn public keys), and used challenges (ADR 0078). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('rp_id', 'text', (c) => c.notNull())
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', integer, (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('passkey_user').on('passkey').column('user_key').execute()
    await db.schema
      .createTable('passkey_challenge')
      .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .alterTable('session')
      .addColumn('passkey_id', 'text', (c) => c.references('passkey.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('session_passkey').on('session').column('passkey_id').execute()
  },
})
