/** The few syntax differences between the two database engines. All other code is shared. */
import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** The type of a 64-bit integer. SQLite makes a primary key the rowid only if its type is exactly `integer`. */
  readonly integer: 'integer' | 'bigint'
  /** Adds an auto-incrementing primary key that never reuses a number. */
  readonly serialKey: <T extends string>(
    table: CreateTableBuilder<T>,
    column: string,
  ) => CreateTableBuilder<T>
  /** Stores rows in the order of the primary key if the engine can, so that neighboring rows are read together. */
  readonly clustered: <T extends string>(table: CreateTableBuilder<T>) => CreateTableBuilder<T>
  /** Aggregates the values of all rows into one text with a separator, in no particular order. */
  readonly joined: (value: RawBuilder<unknown>, separator: string) => RawBuilder<string | null>
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
