/** Stores all recording pauses of a user, not only the latest: playback during any of them is never recorded (ADR 0075). */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, clustered }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    // SQLite cannot change the key of a table, so the rows are copied to a new one.
    const pauses = db.schema
      .createTable('recording_pauses')
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('paused_ms', integer, (c) => c.notNull())
      .addColumn('resumed_ms', integer)
      .addPrimaryKeyConstraint('recording_pause_key', ['user_key', 'paused_ms'])
    await clustered(pauses).execute()
    await sql`
      insert into recording_pauses (user_key, paused_ms, resumed_ms)
      select user_key, paused_ms, resumed_ms from recording_pause
    `.execute(db)
    await db.schema.dropTable('recording_pause').execute()
    await db.schema.alterTable('recording_pauses').renameTo('recording_pause').execute()
  },
})
