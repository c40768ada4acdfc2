/**
 * Returns a column with binary collation, as SQLite sorts by default. PostgreSQL sorts by the collation of its database, so two
 * servers with the same rows could order them differently.
 */
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './changes.ts'
import type { Db } from './schema.ts'

export const inByteOrder = (db: Db, column: string): RawBuilder<string> =>
  isPostgres(db) ? sql`${sql.ref(column)} collate "C"` : sql`${sql.ref(column)}`
