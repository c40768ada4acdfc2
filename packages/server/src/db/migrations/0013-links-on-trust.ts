/**
 * PostgreSQL checks nothing of the entity of a link any more: it checked each row by itself, which took a quarter of an
 * import. Entities are removed by one code, a merge, once nothing names them; all who link them take turns with it.
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
