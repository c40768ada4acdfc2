/**
 * Watches the file of the open database. If it is deleted or replaced, the system keeps the old file open for this process only.
 * Everything written from then on would be lost silently.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { UsageError } from '../lib/app-error.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './open.ts'
import { sqliteFile } from './sqlite-file.ts'

export interface DatabaseFileWatch {
  /** Rejects with a `UsageError` after the file was replaced and its contents were saved to another file; pending otherwise. */
  readonly lost: Promise<never>
  readonly stop: () => void
}

type WatchSource = Pick<Database, 'location' | 'write'>

const checkIntervalMs = 1_000
/** For example if the disk is full. The server continues meanwhile, because only it has the data. */
const retryDelayMs = 60_000

export function watchDatabaseFile({ location, write }: WatchSource, log: Log): DatabaseFileWatch {
  const lost = Promise.withResolvers<never>()
  // Later `await`s still receive the rejection; this only prevents an unhandled one.
  lost.promise.catch(() => {})
  const { folder, url } = location
  if (url !== undefined) return { lost: lost.promise, stop: () => {} }
  const opened = statDatabaseFile(folder)
  let isKept = false
  const look = async () => {
    const now = statDatabaseFile(folder)
    // A disk that is temporarily unavailable does not count as a lost file.
    if (isKept || now.device !== opened.device || now.file === opened.file) return
    isKept = true
    const kept = join(folder, `koedana-kept-${new Date().toISOString().replaceAll(':', '-')}.sqlite`)
    try {
      await sql`vacuum into ${kept}`.execute(write)
      lost.reject(new UsageError(lostFileMessage(folder, kept)))
    } catch (error) {
      log.error(
        { err: error },
        `${sqliteFile(folder)} was removed or replaced, and what was in it cannot be kept`,
      )
      setTimeout(() => {
        isKept = false
      }, retryDelayMs).unref()
    }
  }
  const timer = setInterval(() => void look(), checkIntervalMs)
  timer.unref()
  return { lost: lost.promise, stop: () => clearInterval(timer) }
}

const lostFileMessage = (folder: string, kept: string) =>
  [
    `${sqliteFile(folder)} was removed or replaced while the server ran, which would have kept nothing any more.`,
    `All that it had is in ${kept}. To go on with that, move it to koedana.sqlite and remove koedana.sqlite-wal and koedana.sqlite-shm.`,
  ].join('\n')

/** Returns the device of the folder (undefined if unreadable) and the inode of the file (undefined if missing). */
function statDatabaseFile(folder: string) {
  try {
    const file = statSync(sqliteFile(folder), { throwIfNoEntry: false })
    return { device: statSync(folder).dev, file: file?.ino }
  } catch {
    return { device: undefined, file: undefined }
  }
}
