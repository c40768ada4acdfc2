/** The file of SQLite and the connection that writes to it: all that a thread needs which only writes. */
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

export const sqliteFile = (folder: string): string => join(folder, 'koedana.sqlite')

/** Another process may be writing: this long we wait for it. */
export const busyTimeoutMs = 10_000
/** A writer goes back to the same pages again and again. */
const cacheKibibytes = 32 * 1024

/**
 * Holds a file of its own until it is let go: undefined if somebody else holds it, in this process or another. The system
 * lets go of it when the process ends, however it ends.
 */
export function holdFile(file: string): (() => void) | undefined {
  const held = new SqliteDatabase(file, { timeout: 0 })
  try {
    held.exec('begin exclusive')
    return () => held.close()
  } catch (error) {
    held.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const isBusy = (error: unknown) =>
  error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Makes the file if there is none. */
export function openSqliteWriter(file: string): SqliteDatabase.Database {
  const writer = new SqliteDatabase(file, { timeout: busyTimeoutMs })
  patiently(() => writer.pragma('journal_mode = WAL'))
  writer.pragma('synchronous = NORMAL')
  writer.pragma('foreign_keys = ON')
  writer.pragma(`cache_size = -${cacheKibibytes}`)
  return writer
}

/** Turning a new file into WAL mode is the one step for which SQLite does not wait by itself. */
function patiently(act: () => unknown): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      return void act()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}

const retryMs = 20
