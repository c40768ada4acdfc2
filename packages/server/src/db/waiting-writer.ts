/**
 * SQLite lets writers of several processes race for its lock, and one that writes without a pause wins nearly always.
 * So who waits for a person says it with a file beside the database, and who writes in bulk stands back while it is fresh.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqliteFile } from './sqlite-file.ts'

export const waitingFile = (databaseFile: string): string => `${databaseFile}-waiting`

/** A process that was killed leaves its file behind: it counts no longer than this. */
const freshMs = 1_000
/** Nobody stands back for longer at a time: an import must end too. */
const longestMs = 2_000
const pollMs = 2

export const sayWaiting = (databaseFile: string): void => writeFileSync(waitingFile(databaseFile), '')

export const stopWaiting = (databaseFile: string): void => rmSync(waitingFile(databaseFile), { force: true })

/**
 * Resolves when nobody waits to write, or after two seconds; at once on PostgreSQL, which queues by itself. Returns whether
 * somebody waited.
 */
export async function standBack(location: {
  readonly folder: string
  readonly url?: string
}): Promise<boolean> {
  if (location.url !== undefined) return false
  const file = waitingFile(sqliteFile(location.folder))
  const started = Date.now()
  let hasWaited = false
  while (isFresh(file) && Date.now() - started < longestMs) {
    hasWaited = true
    await sleep(pollMs)
  }
  return hasWaited
}

function isFresh(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < freshMs
}
