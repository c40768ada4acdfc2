/**
 * Inserts many rows with few statements. Kysely takes longer than the database to build a statement of ten thousand values, so the
 * text is built here. Names come from our own code, and values are always parameters.
 */
import { CompiledQuery } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Db } from './schema.ts'

export interface Insert {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The SQL after `on conflict`. */
  readonly onConflict?: string
}

/** Larger statements are not faster, and on SQLite each size is prepared separately. */
const valuesPerStatement = 12_000

export async function insertRows({ dialect }: { dialect: Dialect }, tx: Db, insert: Insert): Promise<void> {
  const { columns, rows } = insert
  const perStatement = Math.floor(valuesPerStatement / columns.length)
  const spell = dialect.name === 'sqlite' ? asValues : asDocument
  for (let start = 0; start < rows.length; start += perStatement) {
    const { text, values } = spell(insert, rows.slice(start, start + perStatement))
    const tail = insert.onConflict ? ` on conflict ${insert.onConflict}` : ''
    await tx.executeQuery(CompiledQuery.raw(text + tail, [...values]))
  }
}

interface StatementText {
  readonly text: string
  readonly values: readonly unknown[]
}

function asValues({ table, columns }: Insert, rows: Insert['rows']): StatementText {
  const row = `(${new Array(columns.length).fill('?').join()})`
  return {
    text: `insert into "${table}" (${namesOf(columns)}) values ${new Array(rows.length).fill(row).join()}`,
    values: rows.flatMap((one) => columns.map((column) => one[column])),
  }
}

/** PostgreSQL parses thousands of parameters slowly, so it gets one JSON document and derives the types from its columns. */
function asDocument({ table, columns }: Insert, rows: Insert['rows']): StatementText {
  const names = namesOf(columns)
  const document = JSON.stringify(rows, [...columns])
  return {
    text: `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
    values: [document],
  }
}

/** Quoted, because some names, such as `user`, are SQL keywords. */
const namesOf = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join()

/** Yields a list in chunks that fit one statement. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
