/** Databases of other programs, in the format of SQLite. */
import SqliteDatabase from 'better-sqlite3'

/** A database of another program. Its views are no tables: what they would compute is not ours to run. */
export interface ForeignDatabase {
  /** Empty where there is no such table. */
  readonly columns: (table: string) => readonly string[]
  readonly rows: (table: string) => Iterable<Readonly<Record<string, unknown>>>
  readonly close: () => void
}

/** Opens a copy that nobody else uses: what its log holds is put in. Throws where it is no database, or damaged. */
export function openForeign(file: string): ForeignDatabase {
  const db = new SqliteDatabase(file, { fileMustExist: true })
  try {
    db.pragma('trusted_schema = OFF')
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new TypeError('quick_check failed')
    const names = db
      .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
      .all()
    const tables = new Set(names.map(({ name }) => name))
    const quoted = (table: string) => `"${table.replaceAll('"', '""')}"`
    return {
      columns: (table) =>
        (tables.has(table) ? db.prepare(`select * from ${quoted(table)}`).columns() : []).map(
          ({ name }) => name,
        ),
      rows: (table) => (tables.has(table) ? rowsOf(db.prepare(`select * from ${quoted(table)}`)) : []),
      close: () => db.close(),
    }
  } catch (cause) {
    db.close()
    throw cause
  }
}

function* rowsOf(statement: SqliteDatabase.Statement): Generator<Record<string, unknown>> {
  for (const row of statement.iterate()) if (typeof row === 'object' && row !== null) yield { ...row }
}
