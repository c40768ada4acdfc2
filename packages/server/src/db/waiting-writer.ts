/**
 * In SQLite, writers of several processes compete for the lock, and one that writes without pauses nearly always wins. So a writer
 * that a user waits for creates a file next to the database, and bulk writers pause while it is fresh.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqliteFile } from './sqlite-file.ts'

export const waitingFile = (databaseFile: string): string => `${databaseFile}-waiting`

/** A killed process leaves its file behind, so the file is valid only for this time. */
const freshMs = 1_000
const maxMs = 2_000
const pollMs = 2

export const signalWaiting = (databaseFile: string): void => writeFileSync(waitingFile(databaseFile), '')

export const clearWaiting = (databaseFile: string): void => rmSync(waitingFile(databaseFile), { force: true })

/**
 * Resolves when no other writer waits, or after two seconds; immediately on PostgreSQL, which queues by itself. Returns whether a
 * writer waited.
 */
export async function yieldToWaitingWriter(location: {
  readonly folder: string
  readonly url?: string
}): Promise<boolean> {
  if (location.url !== undefined) return false
  const file = waitingFile(sqliteFile(location.folder))
  const started = Date.now()
  let hasWaited = false
  while (isFresh(file) && Date.now() - started < maxMs) {
    hasWaited = true
    await sleep(pollMs)
  }
  return hasWaited
}

function isFresh(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < freshMs
}
