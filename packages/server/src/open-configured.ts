/** The database that the configuration names, up to date. */
import { mkdir } from 'node:fs/promises'
import type { Config } from './config.ts'
import { type DamageError, damaged, fileFault, isDamage, missingTables } from './db/damage.ts'
import { foreignSteps, migrate } from './db/migrate.ts'
import { type Database, type Opening, openDatabase, type Place } from './db/open.ts'
import { damagedEnds } from './db/quick-check.ts'
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
  const place = placeOf({ dataFolder, databaseUrl })
  try {
    await mkdir(dataFolder, { recursive: true })
    const fault = fileFault(place)
    if (fault) throw damaged(place, fault)
    const database = await openDatabase(place, opening)
    await bringUpToDate(database).catch(async (cause: unknown) => {
      await database.close()
      throw cause
    })
    return database
  } catch (cause) {
    throw unopened({ dataFolder, databaseUrl }, cause)
  }
}

async function bringUpToDate(database: Database): Promise<void> {
  const unreadable = await damagedEnds(database)
  if (unreadable.length > 0) {
    const words = `The database ${nameOf(database.place)} is damaged: ${unreadable.join(', ')} cannot be read.`
    throw damaged(database.place, { words, isReadable: true })
  }
  await migrate(database)
  const newer = await foreignSteps(database)
  if (newer.length > 0) {
    throw new UsageError(
      `A newer version of Koedana wrote the database (${newer.join(', ')}): start that version, or one after it.`,
    )
  }
  const missing = await missingTables(database)
  if (missing.length === 0) return
  const words = `The database is damaged: tables are missing (${missing.join(', ')}).`
  throw damaged(database.place, { words, isReadable: true })
}

const nameOf = ({ folder, url }: Place) => (url === undefined ? `in ${folder}` : 'named by DATABASE_URL')

/** Why it could not be opened, in words. */
export function unopened(configured: Configured, cause: unknown): UsageError {
  if (cause instanceof UsageError) return cause
  const name = nameOf(placeOf(configured))
  if (isDamage(cause)) return damageOf(configured, cause)
  return new UsageError(`The database ${name} cannot be opened: ${reasonOf(cause)}`, { cause })
}

/** What was met while a command ran: damage with what to do, anything else as it is. */
export const inWords = (configured: Configured, cause: unknown): unknown =>
  isDamage(cause) && !(cause instanceof UsageError) ? damageOf(configured, cause) : cause

function damageOf(configured: Configured, cause: unknown): DamageError {
  const name = nameOf(placeOf(configured))
  const words = `The database ${name} is damaged: ${reasonOf(cause)}.`
  return damaged(placeOf(configured), { words, isReadable: true }, { cause })
}

/** A connection that fails on every address of a host comes as several errors without a message of their own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
