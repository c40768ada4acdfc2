/** Opens the database of the configuration and closes it whatever happens. */

import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { UsageError } from '../lib/app-error.ts'
import { openConfigured } from '../open-configured.ts'

export async function withDatabase<T>(config: Config, act: (database: Database) => Promise<T>): Promise<T> {
  const database = await openConfigured(config)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

/** Returns a path as the person typed it: npm changes the folder before it runs us, and says where it was called. */
export const givenPath = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** A command that may take long is stopped by Ctrl+C or by whatever ends services. */
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * The act gives up once its signal says so; then the command ends with these words. A second interrupt ends it at once,
 * as it ends any program.
 *
 * @throws UsageError if it was interrupted before the act was over.
 */
export async function untilInterrupted<T>(
  act: (signal: AbortSignal) => Promise<T>,
  words: () => string,
): Promise<T> {
  const stop = new AbortController()
  const onSignal = () => {
    forget()
    stop.abort()
  }
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await act(stop.signal)
  } catch (error) {
    if (stop.signal.aborted) throw new UsageError(words())
    throw error
  } finally {
    forget()
  }
}
