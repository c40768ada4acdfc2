/** Opens the configured database for a command and always closes it. */

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

/** Resolves a path as the user typed it: npm changes the working directory and stores the original in INIT_CWD. */
export const resolveUserPath = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs `act` with a signal that aborts on the first interrupt. A second interrupt ends the process.
 *
 * @throws UsageError with `words` if `act` failed after an interrupt.
 */
export async function runInterruptibly<T>(
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
