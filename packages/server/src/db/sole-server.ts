/** A data folder with SQLite belongs to one server. Commands beside it are welcome. */
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../lib/app-error.ts'
import type { DatabaseLocation } from './open.ts'
import { holdFile } from './sqlite-file.ts'

/** Nothing is ever in it: it is held, and made again if it is removed meanwhile. */
export const serverLockFile = (folder: string): string => join(folder, 'server.lock')

export interface SoleServer {
  readonly release: () => void
  /** Rejects with a `UsageError` if another server took it after its file was removed; pends otherwise. */
  readonly lost: Promise<never>
}

/** Servers of one PostgreSQL are as many as like to be. Throws a `UsageError` if another server has it. */
export async function beSoleServer({ folder, url }: DatabaseLocation): Promise<SoleServer> {
  const lost = Promise.withResolvers<never>()
  // Callers that wait for it by then get the rejection.
  lost.promise.catch(() => {})
  if (url !== undefined) return { release: () => {}, lost: lost.promise }
  const onLost = () => lost.reject(anotherServer(folder))
  const release = await hold(folder, onLost).catch((cause: Error) => {
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

async function hold(folder: string, onLost: () => void): Promise<(() => void) | undefined> {
  await mkdir(folder, { recursive: true })
  const release = holdFile(serverLockFile(folder))
  if (!release) return undefined
  try {
    return keepHolding(folder, release, onLost)
  } catch (cause) {
    release()
    throw cause
  }
}

const lookedAfterEveryMs = 500

/** A file that was removed is held no longer, whatever the system says of the one that has lost its name. */
function keepHolding(folder: string, release: () => void, onLost: () => void): () => void {
  const file = serverLockFile(folder)
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino
  let held = { inode: inode(), release }
  const timer = setInterval(() => {
    try {
      if (inode() === held.inode) return
      const again = holdFile(file)
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
  }, lookedAfterEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    held.release()
  }
}
