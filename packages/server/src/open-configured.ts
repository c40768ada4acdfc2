/** The database that the configuration names, up to date. */
import { mkdir } from 'node:fs/promises'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { type Database, type Opening, openDatabase, type Place } from './db/open.ts'
import { UsageError } from './lib/usage-error.ts'

type Configured = Pick<Config, 'dataFolder' | 'databaseUrl'>

export const placeOf = ({ dataFolder, databaseUrl }: Configured): Place => ({
  folder: dataFolder,
  ...(databaseUrl ? { url: databaseUrl } : {}),
})

/** A database that cannot be opened is told in plain words: its address, or its folder, is the person's to mend. */
export async function openConfigured(
  { dataFolder, databaseUrl }: Config,
  opening?: Opening,
): Promise<Database> {
  try {
    await mkdir(dataFolder, { recursive: true })
    const database = await openDatabase(placeOf({ dataFolder, databaseUrl }), opening)
    await migrate(database)
    return database
  } catch (cause) {
    const place = databaseUrl ? 'named by DATABASE_URL' : `in ${dataFolder}`
    throw new UsageError(`The database ${place} cannot be opened: ${reasonOf(cause)}`, { cause })
  }
}

/** A connection that fails on every address of a host comes as several errors without a message of their own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
