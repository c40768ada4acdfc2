/** Adds closed playback sessions: their URLs are rejected on every node (ADR 0079). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('closed_play')
      .addColumn('id_hash', 'text', (c) => c.primaryKey())
      .addColumn('session_key', integer, (c) => c.notNull().references('session.key').onDelete('cascade'))
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('closed_play_session')
      .on('closed_play')
      .columns(['session_key', 'expires_at'])
      .execute()
  },
})
