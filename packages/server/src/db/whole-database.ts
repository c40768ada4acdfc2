/** Reads the whole database in one snapshot, and writes it into an empty database of either engine. */
import { sql } from 'kysely'
import { UsageError } from '../lib/app-error.ts'
import { CodedError } from '../lib/messages/coded-error.ts'
import { renewEpoch } from './changes.ts'
import { appliedMigrations, applyMigrations, unknownMigrations } from './migrate.ts'
import { type Database, type DatabaseLocation, openDatabase } from './open.ts'
import {
  type Counters,
  clearRows,
  createRowCounter,
  type RowTable,
  type RowValues,
  readCounters,
  readRows,
  type Tally,
  tablesAfterMigrations,
  tallyOf,
  writeCounters,
  writeRows,
} from './rows.ts'
import type { Db } from './schema.ts'
import { columnsOf } from './shape.ts'
import { readSnapshot } from './snapshot.ts'

/** Describes the contents of a database, without rows. */
export interface Contents {
  readonly steps: readonly string[]
  /** In order of dependency. */
  readonly tables: readonly RowTable[]
  readonly counters: Counters
}

export interface ContentsReader {
  readonly begin: (contents: Contents) => Promise<void>
  /** Called repeatedly, table after table. Each line is a row as JSON. */
  readonly rows: (table: RowTable, lines: readonly string[]) => Promise<void>
}

export type Tallies = Readonly<Record<string, Tally>>

const maxLines = 5_000
const maxCharacters = 4 * 1024 * 1024

/**
 * Does not block writers. Throws a `CodedError` if a newer version wrote the database, or if it has no tables.
 */
export const readWholeDatabase = (location: DatabaseLocation, reader: ContentsReader): Promise<Tallies> =>
  readSnapshot(location, async (reading) => {
    if ((await columnsOf(reading)).length === 0) throw new CodedError({ code: 'database.empty', values: {} })
    const newer = await unknownMigrations(reading)
    if (newer.length > 0) throw newerDatabase(newer)
    const steps = await appliedMigrations(reading)
    const tables = await tablesAfterMigrations(steps)
    const tx = reading.read
    await reader.begin({ steps, tables, counters: await readCounters(tx, tables) })
    const tallies: Record<string, Tally> = {}
    for (const table of tables) tallies[table.name] = await readTable(tx, table, reader)
    return tallies
  })

export const newerDatabase = (steps: readonly string[]): CodedError =>
  new CodedError({ code: 'database.newer', values: { steps } })

async function readTable(tx: Db, table: RowTable, { rows }: ContentsReader): Promise<Tally> {
  const counting = createRowCounter()
  let [lines, characters]: [string[], number] = [[], 0]
  const flush = async () => {
    if (lines.length > 0) await rows(table, lines)
    lines = []
    characters = 0
  }
  for await (const row of readRows(tx, table)) {
    const line = JSON.stringify(row)
    counting.add(line)
    lines.push(line)
    characters += line.length
    if (lines.length >= maxLines || characters >= maxCharacters) await flush()
  }
  await flush()
  return counting.tally()
}

export interface NewContents {
  readonly steps: readonly string[]
  /** Passes all rows to `add`, in the order of the tables. */
  readonly write: (into: NewDatabase) => Promise<WriteResult>
}

export interface NewDatabase {
  readonly tables: readonly RowTable[]
  readonly add: (table: RowTable, lines: readonly string[]) => Promise<void>
}

export interface WriteResult {
  readonly counters: Counters
  readonly tallies: Tallies
}

/**
 * Creates a database and verifies all written rows. On PostgreSQL it is complete or nothing remains; with SQLite, the caller must
 * delete the folder on failure. Returns a sentence about work left to the operator, if any.
 *
 * @throws UsageError if the database is not empty, other clients are connected, or the rows read back differ.
 */
export async function fillNewDatabase(
  location: DatabaseLocation,
  contents: NewContents,
): Promise<string | undefined> {
  const database = await openDatabase(location)
  try {
    await assertUnused(database).catch((cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause)) throw cause
      throw new UsageError(`The new database cannot be reached: ${cause.message || String(cause.code)}.`, {
        cause,
      })
    })
    if (database.dialect.name === 'postgres') {
      await database.write.transaction().execute((tx) => insertAll(database, tx, contents))
      return await analyzeTables(database)
    }
    // Rows are inserted unchecked, because references may be dangling.
    await sql`pragma foreign_keys = off`.execute(database.write)
    await insertAll(database, database.write, contents)
    return undefined
  } finally {
    await database.close()
  }
}

/**
 * Updates the planner's statistics; otherwise the first queries are planned as for empty tables. All rows are verified by now, so a
 * failure is only reported: PostgreSQL does it later by itself.
 */
async function analyzeTables({ write }: Database): Promise<string | undefined> {
  try {
    await sql`analyze`.execute(write)
    return undefined
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return `PostgreSQL could not look through its new tables (${why}): lists may be slow until it has. Run “analyze” there.`
  }
}

async function insertAll({ dialect }: Database, tx: Db, { steps, write }: NewContents): Promise<void> {
  const tables = await tablesAfterMigrations(steps)
  await applyMigrations({ write: tx, dialect }, steps)
  await clearRows(tx, tables)
  const { counters, tallies } = await write({
    tables,
    add: (table, lines) => writeRows({ dialect }, tx, { ...table, rows: lines.map(rowOf) }),
  })
  await writeCounters(tx, tables, counters)
  for (const table of tables) {
    const [found, expected] = [await tallyOf(tx, table), tallies[table.name]]
    if (found.rows !== expected?.rows || found.checksum !== expected.checksum) {
      throw new UsageError(
        `Of ${table.name} ${found.rows} rows were read back, and they are not the ${expected?.rows ?? 0} that were written: nothing was changed.`,
      )
    }
  }
  await renewEpoch(tx)
}

function rowOf(line: string): RowValues {
  const row: unknown = JSON.parse(line)
  if (!Array.isArray(row)) throw new Error('a row is no list')
  return row
}

async function assertUnused(database: Database): Promise<void> {
  if ((await columnsOf(database)).length > 0) {
    throw new UsageError('There are tables in that database already: name an empty one.')
  }
  if (database.dialect.name !== 'postgres') return
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    database.write,
  )
  if (Number(rows[0]?.others) > 0) {
    throw new UsageError('Others are connected to that database: stop every server on it first.')
  }
}
