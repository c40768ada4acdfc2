/** Ensures that a data folder with SQLite is used by only one server. Commands may run concurrently. */
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../lib/app-error.ts'
import type { DatabaseLocation } from './open.ts'
import { lockFile } from './sqlite-file.ts'

/** The lock file. It is always empty, and is created again if deleted. */
export const serverLockFile = (folder: string): string => join(folder, 'server.lock')

export interface ServerLock {
  readonly release: () => void
  /** Rejects with a `UsageError` if another server took the lock after its file was deleted; pending otherwise. */
  readonly lost: Promise<never>
}

/**
 * Locks the data folder. Throws a `UsageError` if another server holds the lock. PostgreSQL needs no lock: several servers may
 * share it.
 */
export async function lockDataFolder({ folder, url }: DatabaseLocation): Promise<ServerLock> {
  const lost = Promise.withResolvers<never>()
  // Later `await`s still receive the rejection; this only prevents an unhandled one.
  lost.promise.catch(() => {})
  if (url !== undefined) return { release: () => {}, lost: lost.promise }
  const onLost = () => lost.reject(anotherServer(folder))
  const release = await acquireLock(folder, onLost).catch((cause: Error) => {
    throw new UsageError(`The data folder ${folder} cannot be used: ${cause.message}`, { cause })
  })
  if (!release) throw anotherServer(folder)
  return { release, lost: lost.promise }
}

const anotherServer = (folder: string) =>
  new UsageError(
    [
      `Another Koedana server is running on the data folder ${folder}.`,
      'Stop it first, or give this one a folder of its own with DATA_DIR=….',
      'Several servers share one catalogue through PostgreSQL (DATABASE_URL).',
    ].join('\n'),
  )

async function acquireLock(folder: string, onLost: () => void): Promise<(() => void) | undefined> {
  await mkdir(folder, { recursive: true })
  const release = lockFile(serverLockFile(folder))
  if (!release) return undefined
  try {
    return watchLock(folder, release, onLost)
  } catch (cause) {
    release()
    throw cause
  }
}

const checkIntervalMs = 500

/** Watches the lock file. A deleted file no longer protects anything, so it is created and locked again. */
function watchLock(folder: string, release: () => void, onLost: () => void): () => void {
  const file = serverLockFile(folder)
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino
  let held = { inode: inode(), release }
  const timer = setInterval(() => {
    try {
      if (inode() === held.inode) return
      const again = lockFile(file)
      if (again === undefined) {
        clearInterval(timer)
        onLost()
        return
      }
      held.release()
      held = { inode: inode(), release: again }
    } catch {
      // A folder that is away for a moment is looked at again.
    }
  }, checkIntervalMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    held.release()
  }
}
