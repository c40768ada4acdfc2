/** Adds the state of works at their last scan (ADR 0038), and loudness measurements (ADR 0037). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('scanned_work')
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('signature', 'text', (c) => c.notNull())
      .addColumn('held', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('scanned_work_key', ['storage_key', 'id'])
      .execute()
    await db.schema
      .createTable('measured_sound')
      .addColumn('fingerprint', 'text', (c) => c.primaryKey())
      .addColumn('loudness', integer)
      .addColumn('true_peak', integer)
      .addColumn('waveform', 'text')
      .addColumn('measured_at', 'text', (c) => c.notNull())
      .execute()
  },
})
