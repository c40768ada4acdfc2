/**
 * Looks after the file of a database that is open. Where it is removed or another is put in its place, the system keeps the
 * open one for the server alone: all that people do from then on would end with it, and nothing would say so.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { UsageError } from '../lib/app-error.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './open.ts'
import { sqliteFile } from './sqlite-file.ts'

export interface WatchedFile {
  /** Rejects with a `UsageError` once the file is another one and what was in it was kept beside it; pends otherwise. */
  readonly lost: Promise<never>
  readonly stop: () => void
}

type Watched = Pick<Database, 'location' | 'write'>

const lookedAtEveryMs = 1_000
/** Where the disk is full, for instance; the server goes on meanwhile, since it has what nobody else has. */
const triedAgainAfterMs = 60_000

export function watchDatabaseFile({ location, write }: Watched, log: Log): WatchedFile {
  const lost = Promise.withResolvers<never>()
  // Callers that wait for it by then get the rejection.
  lost.promise.catch(() => {})
  const { folder, url } = location
  if (url !== undefined) return { lost: lost.promise, stop: () => {} }
  const opened = fileIn(folder)
  let isKept = false
  const look = async () => {
    const now = fileIn(folder)
    // A disk that is away for a moment has not lost the file.
    if (isKept || now.device !== opened.device || now.file === opened.file) return
    isKept = true
    const kept = join(folder, `koedana-kept-${new Date().toISOString().replaceAll(':', '-')}.sqlite`)
    try {
      await sql`vacuum into ${kept}`.execute(write)
      lost.reject(new UsageError(words(folder, kept)))
    } catch (error) {
      log.error(
        { err: error },
        `${sqliteFile(folder)} was removed or replaced, and what was in it cannot be kept`,
      )
      setTimeout(() => {
        isKept = false
      }, triedAgainAfterMs).unref()
    }
  }
  const timer = setInterval(() => void look(), lookedAtEveryMs)
  timer.unref()
  return { lost: lost.promise, stop: () => clearInterval(timer) }
}

const words = (folder: string, kept: string) =>
  [
    `${sqliteFile(folder)} was removed or replaced while the server ran, which would have kept nothing any more.`,
    `All that it had is in ${kept}. To go on with that, move it to koedana.sqlite and remove koedana.sqlite-wal and koedana.sqlite-shm.`,
  ].join('\n')

/** Of the folder its device, undefined where it cannot be looked at, and of the file its number, undefined without one. */
function fileIn(folder: string) {
  try {
    const file = statSync(sqliteFile(folder), { throwIfNoEntry: false })
    return { device: statSync(folder).dev, file: file?.ino }
  } catch {
    return { device: undefined, file: undefined }
  }
}
