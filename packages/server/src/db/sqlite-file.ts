/** The SQLite file and its writing connection. This module has only what the writer thread needs. */
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

export const sqliteFile = (folder: string): string => join(folder, 'koedana.sqlite')

/** How long to wait for another process that is writing. */
export const busyTimeoutMs = 10_000
/** Larger, because a writer returns to the same pages often. */
const cacheKibibytes = 32 * 1024

/**
 * Locks a file until released. Returns undefined if this or another process holds the lock. The system releases it when the process
 * ends.
 */
export function lockFile(file: string): (() => void) | undefined {
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

export function openSqliteWriter(file: string): SqliteDatabase.Database {
  const writer = new SqliteDatabase(file, { timeout: busyTimeoutMs })
  retryWhileBusy(() => writer.pragma('journal_mode = WAL'))
  writer.pragma('synchronous = NORMAL')
  writer.pragma('foreign_keys = ON')
  writer.pragma(`cache_size = -${cacheKibibytes}`)
  return writer
}

/** Retries while the file is locked: switching to WAL mode is the only step that ignores SQLite's busy timeout. */
function retryWhileBusy(act: () => unknown): void {
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
