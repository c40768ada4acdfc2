/**
 * Reads all rows in one snapshot in an engine-independent form, and writes them into an empty database. Columns contain only texts,
 * integers below 2^53 and doubles, so JSON represents them exactly.
 */
import { hash } from 'node:crypto'
import { CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import { isPostgres } from './changes.ts'
import type { Dialect } from './dialect.ts'
import type { Db } from './schema.ts'
import { cachePerMigrations, columnsOf, type Readable, referencesOf } from './shape.ts'
import { insertRows } from './statements.ts'

export interface RowTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The column that rows of the same table reference. Ordering by it puts referenced rows first. */
  readonly orderedBy: string | undefined
  /** The auto-incrementing primary key, if any. */
  readonly counter: string | undefined
}

/** In the order of the table's columns. */
export type RowValues = readonly unknown[]

/** Lists the tables that these migrations create, in order of dependency. */
export const tablesAfterMigrations = cachePerMigrations(tablesIn)

async function tablesIn(made: Readable): Promise<readonly RowTable[]> {
  const [columns, references, counters] = [
    await columnsOf(made),
    await referencesOf(made),
    await countersOf(made),
  ]
  const names = Map.groupBy(columns, ({ table }) => table)
  const parents = Map.groupBy(references, ({ table }) => table)
  const tables: RowTable[] = []
  const add = (name: string) => {
    if (tables.some((table) => table.name === name)) return
    const own = parents.get(name) ?? []
    for (const { parent } of own) if (parent !== name) add(parent)
    tables.push({
      name,
      columns: (names.get(name) ?? []).map((column) => column.name),
      orderedBy: own.find(({ parent }) => parent === name)?.parentColumn,
      counter: counters.get(name),
    })
  }
  for (const name of [...names.keys()].toSorted()) add(name)
  return tables
}

async function countersOf({ read }: Readable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master as m, pragma_table_info(m.name) as c
    where m.type = 'table' and m.sql like '%autoincrement%' and c.pk = 1`.execute(read)
  return new Map(rows.map(({ table, column }) => [table, column]))
}

type Row = Readonly<Record<string, unknown>>
const rowsPerFetch = 2_000

/** Reads all rows of a table. Run it in a transaction with a snapshot. */
export async function* readRows(tx: Db, table: RowTable): AsyncGenerator<RowValues> {
  for await (const row of isPostgres(tx) ? fetchRows(tx, table) : selectAll(tx, table).stream())
    yield table.columns.map((column) => row[column])
}

function selectAll(tx: Db, { name, columns, orderedBy }: RowTable): SelectQueryBuilder<never, never, Row> {
  const query = tx
    .selectFrom(sql<Row>`${sql.table(name)}`.as('row'))
    .select(columns.map((column) => sql<unknown>`${sql.ref(column)}`.as(column)))
  return orderedBy === undefined ? query : query.orderBy(sql.ref(orderedBy))
}

/** PostgreSQL returns all rows at once unless a cursor is declared. */
async function* fetchRows(tx: Db, table: RowTable): AsyncGenerator<Row> {
  const select = CompiledQuery.raw(`declare walk no scroll cursor for ${selectAll(tx, table).compile().sql}`)
  await tx.executeQuery(select)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerFetch)} from walk`.execute(tx)
    yield* rows
    if (rows.length < rowsPerFetch) break
  }
  await sql`close walk`.execute(tx)
}

/** Writes rows of a table. Referenced rows must exist already. */
export const writeRows = (
  to: { readonly dialect: Dialect },
  tx: Db,
  { name, columns, rows }: Pick<RowTable, 'name' | 'columns'> & { readonly rows: readonly RowValues[] },
): Promise<void> =>
  insertRows(to, tx, {
    table: name,
    columns,
    rows: rows.map((values) => Object.fromEntries(columns.map((column, at) => [column, values[at]]))),
  })

/** Deletes rows that the migrations themselves inserted. */
export async function clearRows(tx: Db, tables: readonly RowTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
}

export interface Tally {
  readonly rows: number
  /** Independent of the order of rows. */
  readonly checksum: number
}

export interface RowCounter {
  readonly add: (line: string) => void
  readonly tally: () => Tally
}

const checksumBytes = 6
const checksumModulus = 2 ** (8 * checksumBytes)

export function createRowCounter(): RowCounter {
  let [rows, checksum] = [0, 0]
  return {
    add: (line) => {
      rows += 1
      checksum = (checksum + hash('sha256', line, 'buffer').readUIntBE(0, checksumBytes)) % checksumModulus
    },
    tally: () => ({ rows, checksum }),
  }
}

/** Returns the number of rows in a table, and their checksum. */
export async function tallyOf(tx: Db, table: RowTable): Promise<Tally> {
  const counting = createRowCounter()
  for await (const row of readRows(tx, table)) counting.add(JSON.stringify(row))
  return counting.tally()
}

export type Counters = Readonly<Record<string, number>>

export async function readCounters(tx: Db, tables: readonly RowTable[]): Promise<Counters> {
  const counters: Record<string, number> = {}
  for (const { name, counter } of tables) {
    if (counter === undefined) continue
    const { rows } = await (isPostgres(tx)
      ? sql<Last>`select coalesce(pg_sequence_last_value(${sequenceOf(name, counter)}::regclass), 0) as last`
      : sql<Last>`select seq as last from sqlite_sequence where name = ${name}`
    ).execute(tx)
    counters[name] = Number(rows[0]?.last ?? 0)
  }
  return counters
}

interface Last {
  readonly last: number | string
}

const sequenceOf = (name: string, counter: string) => sql`pg_get_serial_sequence(${`"${name}"`}, ${counter})`

/** Sets the counters. Call it after all rows are written. */
export async function writeCounters(tx: Db, tables: readonly RowTable[], counters: Counters): Promise<void> {
  for (const { name, counter } of tables) {
    const last = counters[name] ?? 0
    if (counter === undefined || last === 0) continue
    if (isPostgres(tx)) {
      await sql`select setval(${sequenceOf(name, counter)}, ${sql.lit(last)})`.execute(tx)
      continue
    }
    await sql`delete from sqlite_sequence where name = ${name}`.execute(tx)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(tx)
  }
}
