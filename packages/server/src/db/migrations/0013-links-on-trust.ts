/**
 * Drops the foreign keys from work links to entities on PostgreSQL: checking each row took a quarter of an import. Only a merge
 * deletes entities, after nothing references them, and it takes turns with all code that creates links.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    if (dialect.name === 'sqlite') return
    for (const table of ['work_artist', 'work_illustrator', 'work_genre']) {
      const constraint = sql.id(`${table}_entity_key_fkey`)
      await sql`alter table ${sql.table(table)} drop constraint if exists ${constraint}`.execute(db)
    }
  },
})
