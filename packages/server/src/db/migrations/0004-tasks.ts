/** Adds tasks, their reports, schedules, and records of marketplace requests. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await createTask(db, dialect)
    await createReport(db, dialect)
    await createSchedule(db, dialect)
    await createMarketplaceRecord(db, dialect)
    await db.schema.alterTable('storage').addColumn('marker', 'text').execute()
    await db.schema.alterTable('track').addColumn('trashed_at', 'text').execute()
    // A partial index, because few rows qualify: they are counted and found without a scan of the table.
    await sql`create index track_absent on track (missing_at, trashed_at) where missing_at is not null or trashed_at is not null`.execute(
      db,
    )
    await createPackedWork(db, dialect)
  },
})

async function createTask(db: Kysely<unknown>, dialect: Dialect) {
  const { integer } = dialect
  await dialect
    .serialKey(db.schema.createTable('task'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('retry_of_key', integer, (c) => c.references('task.key').onDelete('set null'))
    .addColumn('user_key', integer, (c) => c.references('user.key').onDelete('set null'))
    .addColumn('worker', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('phase', 'text')
    .addColumn('checkpoint', 'text')
    .addColumn('current', 'text')
    .addColumn('done', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('total', integer)
    .addColumn('failed', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('skipped', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('summary', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('pace', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .execute()
  // The database enforces that only one task of each kind is active.
  await sql`create unique index task_at_work on task (kind) where status in ('ready', 'running', 'stopping')`.execute(
    db,
  )
}

async function createReport(db: Kysely<unknown>, dialect: Dialect) {
  const { integer } = dialect
  await dialect
    .serialKey(db.schema.createTable('task_item'), 'key')
    .addColumn('task_key', integer, (c) => c.notNull().references('task.key').onDelete('cascade'))
    .addColumn('phase', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_item_outcome').on('task_item').columns(['task_key', 'outcome']).execute()
  await dialect
    .serialKey(db.schema.createTable('task_line'), 'key')
    .addColumn('task_key', integer, (c) => c.notNull().references('task.key').onDelete('cascade'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_line_task').on('task_line').column('task_key').execute()
}

async function createSchedule(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('schedule'), 'key')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('task_order', 'text', (c) => c.notNull())
    .addColumn('cron', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('enabled', dialect.integer, (c) => c.notNull())
    .addColumn('due_after', 'text', (c) => c.notNull())
    .addColumn('last_started_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}

async function createMarketplaceRecord(db: Kysely<unknown>, { integer }: Dialect) {
  await db.schema
    .createTable('marketplace_record')
    .addColumn('key', integer, (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('wanted', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('record_at', 'text')
    .addColumn('numbers_at', 'text')
    .addColumn('numbers_hash', 'text')
    .addColumn('absent_since', 'text')
    .addColumn('absences', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('retry_at', 'text')
    .addColumn('cover_url', 'text')
    .addColumn('cover_state', 'text')
    .execute()
  await sql`create index marketplace_record_wanted on marketplace_record (key) where wanted = 1`.execute(db)
  await sql`create index marketplace_record_cover on marketplace_record (key) where cover_state = 'wanted'`.execute(
    db,
  )
}

async function createPackedWork(db: Kysely<unknown>, { integer }: Dialect) {
  await db.schema
    .createTable('packed_work')
    .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('work_key', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('packed_work_key', ['storage_key', 'path'])
    .execute()
}
