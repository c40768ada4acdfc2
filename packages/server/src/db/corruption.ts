/** Detects and describes a corrupted database. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { UsageError } from '../lib/app-error.ts'
import type { DatabaseLocation, Reading } from './open.ts'
import type { Db } from './schema.ts'
import { sqliteFile } from './sqlite-file.ts'

/** The message names what is corrupted and what to do. */
export class CorruptionError extends UsageError {}

/** Returns whether an error means that stored data cannot be read. */
export function isCorruption(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  // Errors from threads have only a message. XX001 and XX002 are corrupted pages and indexes of PostgreSQL; 42P01 is a missing
  // table.
  return (
    /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX00[12]$|42P01$)/.test(code) ||
    /disk image is malformed|file is not a database|no such table/.test(cause.message) ||
    isCorruption(cause.cause)
  )
}

const magic = 'SQLite format 3\0'
const headerBytes = 100

export interface FileFault {
  readonly words: string
  readonly isReadable: boolean
}

const unreadableFault = (words: string): FileFault => ({ words, isReadable: false })

/** Returns the fault if the file is not a database or is truncated; undefined if it looks intact or does not exist. The check is cheap. */
export function fileFault({ folder, url }: DatabaseLocation): FileFault | undefined {
  const file = sqliteFile(folder)
  if (url !== undefined || !existsSync(file)) return undefined
  const { size } = statSync(file)
  if (size === 0) {
    return wasUsed(folder) ? unreadableFault(`The database ${file} is empty: it was cut off.`) : undefined
  }
  const header = headOf(file)
  if (!magic.startsWith(header.toString('latin1', 0, magic.length))) {
    return unreadableFault(`${file} is no database: it begins with something else, or was overwritten.`)
  }
  if (header.length < headerBytes)
    return unreadableFault(`The database ${file} is cut off: ${size} bytes are left of it.`)
  const stored = header.readUInt16BE(16)
  const pageBytes = stored === 1 ? 65_536 : stored
  // The page count in the header is valid only if it was written with the last change and the WAL is empty.
  const isHeaderCurrent = header.readUInt32BE(24) === header.readUInt32BE(92) && sizeOf(`${file}-wal`) === 0
  const whole = header.readUInt32BE(28) * pageBytes
  if (!isHeaderCurrent || size >= whole) return undefined
  return {
    words: `The database ${file} is cut off: ${size} of ${whole} bytes are left of it.`,
    isReadable: true,
  }
}

function headOf(file: string): Buffer {
  const header = Buffer.alloc(headerBytes)
  const opened = openSync(file, 'r')
  try {
    return header.subarray(0, readSync(opened, header, 0, headerBytes, 0))
  } finally {
    closeSync(opened)
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Returns whether the folder contains files that a server derived from a database. */
const wasUsed = (folder: string) =>
  ['covers', 'index.snapshot', 'backups', 'secret.key'].some((name) => existsSync(join(folder, name)))

export const corruptionError = (
  location: DatabaseLocation,
  fault: FileFault,
  options?: ErrorOptions,
): CorruptionError =>
  new CorruptionError([fault.words, ...adviceFor(location, fault.isReadable), doctorHint].join('\n'), options)

const doctorHint = '`koedana doctor` says what else is damaged.'

/** Returns what to do, one sentence per line. */
export function adviceFor({ folder, url }: DatabaseLocation, isReadable: boolean): string[] {
  const rescue = isReadable
    ? [
        '`koedana export --readable rescue.jsonl` writes the works that can still be read; `koedana import` takes them in elsewhere.',
      ]
    : []
  if (url !== undefined) {
    return ['Stop every server on it and restore a backup with PostgreSQL’s own tools.', ...rescue]
  }
  const backups = existsSync(join(folder, 'backups'))
    ? readdirSync(join(folder, 'backups'))
        .filter((name) => name.endsWith('.sqlite'))
        .sort()
    : []
  const newest = backups.at(-1)
  const restore =
    newest === undefined
      ? `There is no copy in ${join(folder, 'backups')}: put back one of your own, in the place of koedana.sqlite.`
      : `Put back a copy of your own, or ${join(folder, 'backups', newest)}, in the place of koedana.sqlite.`
  return [
    'Stop every server on it, and keep a copy of the folder as it is.',
    `${restore} Remove koedana.sqlite-wal and koedana.sqlite-shm then.`,
    ...rescue,
  ]
}

/** A table or an index in SQLite. */
interface SqliteObject {
  readonly type: 'table' | 'index'
  readonly name: string
  readonly table: string
  readonly definition: string | null
}

/**
 * Returns tables and indexes whose root, first or last row is corrupted. This is cheap, so it runs before the server accepts
 * requests. `koedana doctor` checks the rest.
 */
export async function findCorruptedObjects({
  read,
  dialect,
}: Pick<Reading, 'read' | 'dialect'>): Promise<string[]> {
  if (dialect.name !== 'sqlite') return []
  const { rows } = await sql<SqliteObject>`select type, name, tbl_name as "table", sql as definition
    from sqlite_master where rootpage > 0`.execute(read)
  const found: string[] = []
  for (const tree of rows) {
    if (!(await isWholeAtEnds(read, tree))) found.push(`${tree.type} ${tree.name}`)
  }
  return found
}

async function isWholeAtEnds(read: Db, tree: SqliteObject): Promise<boolean> {
  try {
    const { rows } = await sql<{
      pagetype: string
    }>`select pagetype from dbstat where name = ${tree.name} limit 1`.execute(read)
    if (rows[0]?.pagetype === 'corrupted') return false
    for (const row of tree.type === 'table' ? endsOfTable(tree) : await endsOfIndex(read, tree)) {
      await row.execute(read)
    }
    return true
  } catch (cause) {
    if (!isCorruption(cause)) throw cause
    return false
  }
}

function endsOfTable({ name, definition }: SqliteObject): RawBuilder<unknown>[] {
  const table = sql.table(name)
  if (/\bwithout rowid\b/i.test(definition ?? '')) return [sql`select * from ${table} limit 1`]
  return [
    sql`select * from ${table} order by rowid limit 1`,
    sql`select * from ${table} order by rowid desc limit 1`,
  ]
}

async function endsOfIndex(
  read: Db,
  { name, table, definition }: SqliteObject,
): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{
    name: string | null
  }>`select name from pragma_index_info(${name}) order by seqno limit 1`.execute(read)
  const column = rows[0]?.name
  // An index on an expression has no column to sort by, so only its root is checked.
  if (typeof column !== 'string') return []
  const [, condition] = /\)\s*where\s+(.+)$/is.exec(definition ?? '') ?? []
  const where = condition === undefined ? sql`` : sql`where ${sql.raw(condition)}`
  const from = sql`select ${sql.ref(column)} from ${sql.table(table)} indexed by ${sql.id(name)} ${where}`
  return [
    sql`${from} order by ${sql.ref(column)} limit 1`,
    sql`${from} order by ${sql.ref(column)} desc limit 1`,
  ]
}
