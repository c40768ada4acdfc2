/**
 * Many rows in few statements. The builder spends more on a statement of ten thousand values than the database does,
 * so the text is put together here; names come from our own code, values always travel as parameters.
 */
import { CompiledQuery } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Db } from './schema.ts'

export interface Insert {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** What follows `on conflict`. */
  readonly onConflict?: string
}

/** Larger statements are no faster, and each size is prepared anew. */
const valuesPerStatement = 12_000

export async function insertRows({ dialect }: { dialect: Dialect }, tx: Db, insert: Insert): Promise<void> {
  const { table, columns, rows, onConflict } = insert
  const perStatement = Math.floor(valuesPerStatement / columns.length)
  for (let start = 0; start < rows.length; start += perStatement) {
    const some = rows.slice(start, start + perStatement)
    const tail = onConflict ? ` on conflict ${onConflict}` : ''
    const text = `insert into ${table} (${columns.join()}) values ${placeholders(dialect, columns.length, some.length)}${tail}`
    const values = some.flatMap((row) => columns.map((column) => row[column]))
    await tx.executeQuery(CompiledQuery.raw(text, values))
  }
}

function placeholders({ name }: Dialect, columns: number, rows: number): string {
  if (name === 'sqlite') return new Array(rows).fill(`(${new Array(columns).fill('?').join()})`).join()
  let next = 1
  const row = () => `(${Array.from({ length: columns }, () => `$${next++}`).join()})`
  return Array.from({ length: rows }, row).join()
}
