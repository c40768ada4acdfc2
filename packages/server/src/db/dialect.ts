/** The few spellings in which the two engines differ. Everything else is one code. */
import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** The type of a 64-bit integer; on SQLite only this word makes a primary key the row id itself. */
  readonly integer: 'integer' | 'bigint'
  /** Adds a primary key that counts up by itself and never reuses a number. */
  readonly serialKey: <T extends string>(
    table: CreateTableBuilder<T>,
    column: string,
  ) => CreateTableBuilder<T>
  /** Rows lie in the order of the primary key, if the engine can: a reader of many finds neighbours together. */
  readonly clustered: <T extends string>(table: CreateTableBuilder<T>) => CreateTableBuilder<T>
  /** Joins the values of all rows in one text, with a separator between them, in no order. */
  readonly joined: (value: RawBuilder<unknown>, separator: string) => RawBuilder<string | null>
  /** How many values one statement may carry. */
  readonly maxParameters: number
}

export const sqlite: Dialect = {
  name: 'sqlite',
  integer: 'integer',
  serialKey: (table, column) => table.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement()),
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  joined: (value, separator) => sql`group_concat(${value}, ${sql.lit(separator)})`,
  maxParameters: 32_000,
}

export const postgres: Dialect = {
  name: 'postgres',
  integer: 'bigint',
  serialKey: (table, column) =>
    table.addColumn(column, 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity()),
  clustered: (table) => table,
  joined: (value, separator) => sql`string_agg((${value})::text, ${sql.lit(separator)})`,
  maxParameters: 65_000,
}
