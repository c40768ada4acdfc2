/**
 * Reads SQLite databases of other programs, which may be hostile. Only ordinary columns of ordinary tables are read, and nothing
 * that the schema computes. Open them in a process with resource limits (`read-old.ts`).
 */
import SqliteDatabase from 'better-sqlite3'

export interface ForeignDatabase {
  /** Returns an empty list if the table does not exist. Throws `UntrustedSchemaError`. */
  readonly columns: (table: string) => readonly string[]
  /** Values longer than `maxValueBytes` are read as null. Throws `UntrustedSchemaError`, and `ReadLimitError` beyond `maxReadBytes`. */
  readonly rows: (table: string) => Iterable<Readonly<Record<string, unknown>>>
  readonly close: () => void
}

/** Thrown if reading the table would evaluate expressions of its schema. */
export class UntrustedSchemaError extends Error {}

/** Thrown if the rows are larger than those of any real server. */
export class ReadLimitError extends Error {}

const maxValueBytes = 16 * 1024 ** 2
const maxReadBytes = 1024 ** 3
/** Limits SQLite's own allocations, whatever page and value sizes a file declares. */
const maxSqliteHeapBytes = 256 * 1024 ** 2

/** Opens a private copy of a database, including its write-ahead log. Throws if the file is not a database or is corrupted. */
export function openForeign(file: string): ForeignDatabase {
  const db = new SqliteDatabase(file, { fileMustExist: true })
  try {
    db.pragma(`hard_heap_limit = ${maxSqliteHeapBytes}`)
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('ignore_check_constraints = ON')
    db.prepare('select count(*) from sqlite_master').get()
  } catch (cause) {
    db.close()
    throw cause
  }
  const known = new Map<string, readonly string[]>()
  let readBytes = 0
  const columns = (table: string): readonly string[] => {
    const found = known.get(table) ?? columnsOf(db, table)
    known.set(table, found)
    return found
  }
  return {
    columns,
    rows: function* (table) {
      const names = columns(table)
      if (names.length === 0) return
      const values = names
        .map(quoted)
        .map((name) => `case when octet_length(${name}) <= ${maxValueBytes} then ${name} end`)
      const statement = db.prepare<[], unknown[]>(`select ${values.join()} from ${quoted(table)}`).raw()
      for (const row of statement.iterate()) {
        for (const value of row)
          if (typeof value === 'string' || value instanceof Uint8Array) readBytes += value.length
        if (readBytes > maxReadBytes) throw new ReadLimitError()
        yield Object.fromEntries(names.map((name, at) => [name, row[at]]))
      }
    },
    close: () => db.close(),
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

interface ColumnInfo {
  readonly name: string
  /** 0: ordinary; 1: hidden column of a virtual table; 2 or 3: generated. */
  readonly hidden: number
}

/** Returns the columns. Names are matched without regard to case, as SQLite does. */
function columnsOf(db: SqliteDatabase.Database, table: string): readonly string[] {
  const found = db
    .prepare<[string], { name: string; type: string; sql: string | null }>(
      'select name, type, sql from sqlite_master where lower(name) = lower(?)',
    )
    .all(table)
  if (found.length === 0) return []
  const [{ type, sql } = { type: '', sql: null }] = found
  const isOrdinary = found.length === 1 && type === 'table' && sql !== null && !hasComputedParts(sql)
  if (!isOrdinary) throw new UntrustedSchemaError(table)
  const columns = db
    .prepare<[string], ColumnInfo>('select name, hidden from pragma_table_xinfo(?)')
    .all(table)
  if (columns.some(({ hidden }) => hidden !== 0)) throw new UntrustedSchemaError(table)
  const verdict = db.prepare<[string], string>('select * from pragma_quick_check(?)').pluck().get(table)
  if (verdict !== 'ok') throw new TypeError('quick_check failed')
  return columns.map(({ name }) => name)
}

/** Returns whether a statement creates a virtual table, a check or a generated column. Names, strings and comments are ignored. */
function hasComputedParts(sql: string): boolean {
  const plain = sql.replace(
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (found) => (/^(?:--|\/\*)/.test(found) ? ' ' : ' x '),
  )
  return /^\s*create\s+virtual\b/i.test(plain) || /\b(?:check|as)\s*\(/i.test(plain)
}
