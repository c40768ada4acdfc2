/** Adds positions in works, plays, and the progress of each file. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await createProgress(db, dialect)
    await createPlay(db, dialect)
    await createTrackProgress(db, dialect)
  },
})

async function createProgress(db: Kysely<unknown>, { integer, clustered }: Dialect) {
  const table = db.schema
    .createTable('progress')
    .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('work_key', integer, (c) => c.notNull())
    .addColumn('revision', integer, (c) => c.notNull())
    .addColumn('track_id', 'text', (c) => c.notNull())
    .addColumn('position_ms', integer, (c) => c.notNull())
    .addColumn('play_id', 'text', (c) => c.notNull())
    .addColumn('play_started_ms', integer, (c) => c.notNull())
    .addColumn('play_based_on', integer, (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('device_name', 'text', (c) => c.notNull())
    .addColumn('updated_ms', integer, (c) => c.notNull())
    .addColumn('finished_ms', integer)
    .addColumn('rival_play_id', 'text')
    .addPrimaryKeyConstraint('progress_key', ['user_key', 'work_key'])
  await clustered(table).execute()
}

async function createPlay(db: Kysely<unknown>, { integer, clustered }: Dialect) {
  const table = db.schema
    .createTable('play')
    .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('work_key', integer, (c) => c.notNull())
    .addColumn('based_on', integer, (c) => c.notNull())
    .addColumn('is_chosen', integer, (c) => c.notNull())
    .addColumn('started_ms', integer, (c) => c.notNull())
    .addColumn('start_track_id', 'text', (c) => c.notNull())
    .addColumn('start_ms', integer, (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('device_name', 'text', (c) => c.notNull())
    .addColumn('n', integer, (c) => c.notNull())
    .addColumn('track_id', 'text', (c) => c.notNull())
    .addColumn('position_ms', integer, (c) => c.notNull())
    .addColumn('last_ms', integer, (c) => c.notNull())
    .addColumn('listened_ms', integer, (c) => c.notNull())
    .addColumn('arrived_ms', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('play_key', ['user_key', 'id'])
  await clustered(table).execute()
  await db.schema
    .createIndex('play_device')
    .on('play')
    .columns(['user_key', 'device_id', 'arrived_ms'])
    .execute()
  await db.schema.createIndex('play_last').on('play').columns(['user_key', 'last_ms']).execute()
}

async function createTrackProgress(db: Kysely<unknown>, { integer, clustered }: Dialect) {
  const table = db.schema
    .createTable('track_progress')
    .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
    .addColumn('work_key', integer, (c) => c.notNull())
    .addColumn('track_id', 'text', (c) => c.notNull())
    .addColumn('position_ms', integer, (c) => c.notNull())
    .addColumn('is_finished', integer, (c) => c.notNull())
    .addColumn('updated_ms', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('track_progress_key', ['user_key', 'work_key', 'track_id'])
  await clustered(table).execute()
}
