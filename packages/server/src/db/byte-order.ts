/**
 * Texts in the order of their bytes, as SQLite has them. PostgreSQL orders by the language that its database was made
 * with, and two servers with the same rows would differ.
 */
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './changes.ts'
import type { Db } from './schema.ts'

export const inByteOrder = (db: Db, column: string): RawBuilder<string> =>
  isPostgres(db) ? sql`${sql.ref(column)} collate "C"` : sql`${sql.ref(column)}`
