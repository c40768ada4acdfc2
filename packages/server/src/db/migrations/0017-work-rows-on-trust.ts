/**
 * Drops the foreign keys from rows of works on PostgreSQL: checking each row took a third of an import. Writers take turns and
 * write such rows in the transaction that writes the work. A trigger per statement still deletes them with their work.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const tablesOnTrust = [
  'work_name',
  'work_language',
  'work_artist',
  'work_illustrator',
  'work_genre',
  'work_credit',
  'work_stats_daily',
] as const

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    if (dialect.name === 'sqlite') return
    for (const table of tablesOnTrust) {
      const constraint = sql.id(`${table}_work_key_fkey`)
      await sql`alter table ${sql.table(table)} drop constraint if exists ${constraint}`.execute(db)
    }
    const deletions = tablesOnTrust.map(
      (table) => sql`delete from ${sql.table(table)} where work_key in (select key from gone);`,
    )
    await sql`create or replace function delete_rows_of_works() returns trigger language plpgsql as $$
      begin ${sql.join(deletions, sql` `)} return null; end $$`.execute(db)
    await sql`drop trigger if exists work_rows on work`.execute(db)
    await sql`create trigger work_rows after delete on work referencing old table as gone
      for each statement execute function delete_rows_of_works()`.execute(db)
  },
})
