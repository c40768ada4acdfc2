/** Adds listening time per user, work and hour, which outlives the plays, and pauses of recording. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, clustered }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const hours = db.schema
      .createTable('listening_hour')
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('hour', integer, (c) => c.notNull())
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('listened_ms', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('listening_hour_key', ['user_key', 'hour', 'work_key'])
    await clustered(hours).execute()
    await db.schema
      .createTable('recording_pause')
      .addColumn('user_key', integer, (c) => c.primaryKey().references('user.key').onDelete('cascade'))
      .addColumn('paused_ms', integer, (c) => c.notNull())
      .addColumn('resumed_ms', integer)
      .execute()
    // Existing plays have only a total, which counts for the hour in which they began.
    await sql`
      insert into listening_hour (user_key, hour, work_key, listened_ms)
      select user_key, started_ms / 3600000, work_key, sum(listened_ms) from play
      where listened_ms > 0 group by user_key, started_ms / 3600000, work_key
    `.execute(db)
  },
})
