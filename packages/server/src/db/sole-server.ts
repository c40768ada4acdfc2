/** A data folder with SQLite belongs to one server. Commands beside it are welcome. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../lib/usage-error.ts'
import { holdFile, type Place } from './open.ts'

/** Nothing is ever in it: it is held, and nobody asks whether it is there. */
export const serverLockFile = (folder: string): string => join(folder, 'server.lock')

/**
 * Answers how to let go of it. Servers of one PostgreSQL are as many as like to be. Throws a `UsageError` where another
 * server has it.
 */
export async function beSoleServer({ folder, url }: Place): Promise<() => void> {
  if (url !== undefined) return () => {}
  const release = await hold(folder).catch((cause: Error) => {
    throw new UsageError(`The data folder ${folder} cannot be used: ${cause.message}`, { cause })
  })
  if (release) return release
  throw new UsageError(
    [
      `Another Koedana server is running on the data folder ${folder}.`,
      'Stop it first, or give this one a folder of its own with DATA_DIR=….',
      'Several servers share one catalogue through PostgreSQL (DATABASE_URL).',
    ].join('\n'),
  )
}

async function hold(folder: string): Promise<(() => void) | undefined> {
  await mkdir(folder, { recursive: true })
  return holdFile(serverLockFile(folder))
}
