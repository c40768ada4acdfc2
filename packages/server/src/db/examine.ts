/** Checks a whole database for corruption. Changes nothing, so it can run next to a running server. */
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { fileFault, isCorruption } from './corruption.ts'
import { appliedMigrations, pendingMigrations, unknownMigrations } from './migrate.ts'
import { type DatabaseLocation, openForReading, type Reading } from './open.ts'
import { describeLosses, type MissingParts, unlistedWords } from './shape.rules.ts'
import {
  cachePerMigrations,
  columnsOf,
  findUnrecordedMigrations,
  missingParts,
  type Reference,
  referencesOf,
} from './shape.ts'
import { sqliteFile } from './sqlite-file.ts'

export interface ExaminationReport {
  /** One sentence each. */
  readonly faults: readonly string[]
  /** Remarks that are not faults. */
  readonly notes: readonly string[]
  readonly isReadable: boolean
}

export async function examineDatabase(location: DatabaseLocation): Promise<ExaminationReport> {
  if (location.url === undefined && !existsSync(sqliteFile(location.folder))) return emptyReport(location)
  const fault = fileFault(location)
  if (fault?.isReadable === false) return { faults: [fault.words], notes: [], isReadable: false }
  const reading = await openForReading(location)
  try {
    const tables = await runCheck(
      () => listTables(reading),
      (message) => message,
    )
    if (tables.length === 0) return emptyReport(location)
    const notes: string[] = []
    const faults = [
      ...(fault ? [fault.words] : []),
      ...(await stepFaults(reading)),
      ...(await shapeFaults(reading, notes)),
      ...(await structureFaults(reading)),
      ...(await unreadableTables(reading)),
      ...(await orphanFaults(reading)),
    ]
    return { faults, notes, isReadable: true }
  } finally {
    await reading.close()
  }
}

function emptyReport({ folder, url }: DatabaseLocation): ExaminationReport {
  const words = url === undefined ? `no database at ${sqliteFile(folder)}` : 'nothing in the database'
  return { faults: [], notes: [`There is ${words} yet.`], isReadable: false }
}

/** Returns the faults of a check. Corruption errors are reported as a fault, other errors are thrown. */
async function runCheck(
  check: () => Promise<string[]>,
  words: (message: string) => string,
): Promise<string[]> {
  try {
    return await check()
  } catch (cause) {
    if (!isCorruption(cause)) throw cause
    return [words(cause instanceof Error ? cause.message : String(cause))]
  }
}

const stepFaults = (reading: Reading) =>
  runCheck(
    async () => {
      const steps = await unknownMigrations(reading)
      return steps.length === 0 ? [] : [`A newer version of Koedana wrote it (${steps.join(', ')}).`]
    },
    () => 'It is not known which version wrote it: the table kysely_migration cannot be read.',
  )

/** Finds missing parts of the schema. Parts that can be recreated are only noted. */
const shapeFaults = (reading: Reading, notes: string[]) =>
  runCheck(
    async () => {
      const unlisted = await findUnrecordedMigrations(reading)
      if (unlisted.length > 0) return [sentence(unlistedWords(unlisted))]
      if ((await pendingMigrations(reading)).length > 0)
        notes.push('It is of an older version: the next start brings it up to date.')
      const missing = await missingParts(reading)
      notes.push(...indexNotes(missing))
      return describeLosses(missing).map(sentence)
    },
    (message) => `Its list of tables cannot be read: ${message}.`,
  )

const indexNotes = ({ indexes }: MissingParts) =>
  indexes.length === 0 ? [] : [`Indexes are missing (${indexes.join(', ')}): the next start makes them anew.`]

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const orphanFaults = (reading: Reading) =>
  runCheck(
    async () =>
      (await findOrphans(reading)).map(
        ({ count, table, column, parent, statement }) =>
          `Rows of ${table} whose ${column} leads to no ${parent}: ${count}. In the database this mends it: ${statement};`,
      ),
    (message) => `Whether rows name others that are gone is not known: ${message}.`,
  )

const maxFaults = 5

/** Finds structural faults of the file: unused, doubly used or misordered pages. */
async function structureFaults({ read, dialect }: Reading): Promise<string[]> {
  if (dialect.name !== 'sqlite') return []
  const { sentence, fail } = {
    sentence: (faults: readonly string[]) => `Its pages do not fit together: ${faults.join('; ')}.`,
    fail: (message: string) => `Its pages do not fit together: ${message}.`,
  }
  return runCheck(async () => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(read)
    const faults = rows
      .map(({ integrity_check }) =>
        integrity_check.replaceAll('\n', ' ').replace('*** in database main *** ', ''),
      )
      .filter((text) => text !== 'ok')
    const more = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : []
    return faults.length === 0 ? [] : [sentence([...faults.slice(0, maxFaults), ...more])]
  }, fail)
}

async function unreadableTables(reading: Reading): Promise<string[]> {
  const unreadable: string[] = []
  // An unreadable list of tables is reported separately.
  for (const table of await listTables(reading).catch(() => [])) {
    const faults = await runCheck(
      async () => {
        await readAllRows(reading, table)
        return []
      },
      () => table,
    )
    unreadable.push(...faults)
  }
  return unreadable.length === 0 ? [] : [`Tables that cannot be read to their end: ${unreadable.join(', ')}.`]
}

async function listTables(reading: Reading): Promise<string[]> {
  return [...new Set((await columnsOf(reading)).map(({ table }) => table))]
}

async function readAllRows({ read, dialect }: Reading, table: string): Promise<void> {
  if (dialect.name === 'postgres') {
    await sql`select count(whole::text) from ${sql.table(table)} as whole`.execute(read)
    return
  }
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(read)
  const lengths = rows.map(({ name }) => sql`max(length(${sql.ref(name)}))`)
  if (lengths.length > 0) await sql`select ${sql.join(lengths)} from ${sql.table(table)}`.execute(read)
}

/** Rows that reference missing rows. Databases check references only on writes, not in existing data. */
export interface Orphans {
  readonly count: number
  readonly table: string
  readonly column: string
  readonly parent: string
  /** The SQL statement that repairs it as the foreign key would have, valid for both engines. */
  readonly statement: string
}

const referencesAfter = cachePerMigrations(referencesOf)

/** Checks every reference in the migrations, including those that have no constraint on PostgreSQL. */
async function findOrphans(reading: Reading): Promise<Orphans[]> {
  const references = await referencesAfter(await appliedMigrations(reading))
  const there = new Set((await columnsOf(reading)).map(({ table, name }) => `${table}.${name}`))
  const found: Orphans[] = []
  for (const reference of references) {
    const { table, column, parent, parentColumn } = reference
    if (!there.has(`${table}.${column}`) || !there.has(`${parent}.${parentColumn}`)) continue
    const { rows } = await sql<{ count: string | number }>`
      select count(*) as count from ${sql.table(table)} as child where ${sql.ref(`child.${column}`)} is not null
      and not exists (select 1 from ${sql.table(parent)} as parent
        where ${sql.ref(`parent.${parentColumn}`)} = ${sql.ref(`child.${column}`)})`.execute(reading.read)
    const count = Number(rows[0]?.count)
    if (count > 0) found.push({ count, table, column, parent, statement: statementFor(reference) })
  }
  return found
}

function statementFor({ table, column, parent, parentColumn, isRequired, onDelete }: Reference): string {
  const orphaned = `"${column}" not in (select "${parentColumn}" from "${parent}")`
  return isRequired === 1 || onDelete === 'CASCADE'
    ? `delete from "${table}" where ${orphaned}`
    : `update "${table}" set "${column}" = null where ${orphaned}`
}
