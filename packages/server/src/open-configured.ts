import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import {
  type CorruptionError,
  corruptionError,
  fileFault,
  findCorruptedObjects,
  isCorruption,
} from './db/corruption.ts'
import { databaseFaultOf } from './db/fault.rules.ts'
import { appliedMigrations, migrate, readMigrationState, unknownMigrations } from './db/migrate.ts'
import { migrationCopyName, removeObsoleteCopies } from './db/migration-copies.ts'
import {
  type Database,
  type DatabaseLocation,
  type OpenOptions,
  openBackground,
  openDatabase,
  openForReading,
} from './db/open.ts'
import { describeLosses, unlistedWords } from './db/shape.rules.ts'
import { createMissingIndexes, findUnrecordedMigrations, missingParts } from './db/shape.ts'
import { newerDatabase } from './db/whole-database.ts'
import { makeBackup } from './features/backup/make-backup.ts'
import { UsageError } from './lib/app-error.ts'
import { createDataFolder } from './lib/data-folder.ts'

type DatabaseConfig = Pick<Config, 'dataFolder' | 'databaseUrl'> & Partial<Pick<Config, 'directDatabaseUrl'>>

export const locationOf = ({
  dataFolder,
  databaseUrl,
  directDatabaseUrl,
}: DatabaseConfig): DatabaseLocation => ({
  folder: dataFolder,
  ...(databaseUrl ? { url: databaseUrl } : {}),
  ...(directDatabaseUrl ? { directUrl: directDatabaseUrl } : {}),
})

/** Opens and migrates the database. If that fails, the message is in plain words: the operator must fix the URL or folder. */
export async function openConfigured(config: Config, opening?: OpenOptions): Promise<Database> {
  const location = locationOf(config)
  try {
    await createDataFolder(location.folder, { hasDatabase: location.url === undefined })
    const fault = fileFault(location)
    if (fault) throw corruptionError(location, fault)
    const database = await openDatabase(location, opening)
    await migrateWithoutLimits(database, config).catch(async (cause: unknown) => {
      await database.close()
      throw cause
    })
    return database
  } catch (cause) {
    throw openErrorOf(config, cause)
  }
}

/** Migrations take longer than requests, or a pooler, permit. */
async function migrateWithoutLimits(database: Database, config: Config): Promise<void> {
  const patient = await openBackground(database)
  try {
    await checkAndMigrate(patient, config)
  } finally {
    await patient.close()
  }
}

async function checkAndMigrate(
  database: Database,
  { backupFolder }: Pick<Config, 'backupFolder'>,
): Promise<void> {
  const unreadable = await findCorruptedObjects(database)
  if (unreadable.length > 0)
    throw corruptionErrorFor(database.location, `${unreadable.join(', ')} cannot be read`)
  await assertNotNewer(database)
  const unlisted = await findUnrecordedMigrations(database)
  if (unlisted.length > 0) throw corruptionErrorFor(database.location, unlistedWords(unlisted))
  await backUpPostgres(database, backupFolder)
  await migrate(database)
  await repairIndexes(database)
}

/** Fails before anything is written if a newer version wrote the database, because the schema may be unknown. */
async function assertNotNewer(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) return
  const newer = await unknownMigrations(database)
  if (newer.length > 0) throw newerDatabase(newer)
}

/** Backs up PostgreSQL before a migration. For SQLite, the migration makes a copy itself. */
async function backUpPostgres(database: Database, folder: string): Promise<void> {
  const { taken, pending } = await readMigrationState(database)
  const lastTaken = taken.at(-1)
  if (database.dialect.name === 'sqlite' || lastTaken === undefined || pending.length === 0) return
  await mkdir(folder, { recursive: true })
  const { location } = database
  const now = new Date()
  const name = migrationCopyName(now, lastTaken, 'tar')
  const target = join(folder, name)
  const order = { location, dataFolder: location.folder, target, withKey: false, withCovers: false, now }
  await makeBackup(order, { at: () => {} })
  await removeObsoleteCopies(folder, name)
}

/** Recreates missing indexes, which contain no data of their own. Other missing parts are reported as corruption. */
async function repairIndexes(database: Database): Promise<void> {
  const missing = await missingParts(database)
  const losses = describeLosses(missing)
  if (losses.length > 0) throw corruptionErrorFor(database.location, losses.join('; '))
  if (missing.indexes.length === 0) return
  const names = missing.indexes.join(', ')
  await createMissingIndexes(database, missing.indexes).catch((cause: unknown) => {
    if (isCorruption(cause)) throw cause
    throw corruptionErrorFor(
      database.location,
      `indexes are missing (${names}) and cannot be made: ${reasonOf(cause)}`,
    )
  })
  console.error(`Indexes were missing and are made anew: ${names}.`)
}

const corruptionErrorFor = (location: DatabaseLocation, fault: string) =>
  corruptionError(location, {
    words: `The database ${nameOf(location)} is damaged: ${fault}.`,
    isReadable: true,
  })

const nameOf = ({ folder, url }: DatabaseLocation) =>
  url === undefined ? `in ${folder}` : 'named by DATABASE_URL'

/** Returns the applied migrations without changing the database. Throws a `UsageError` if it cannot be read. */
export async function readAppliedMigrations(configured: DatabaseConfig): Promise<readonly string[]> {
  try {
    const { close, ...reading } = await openForReading(locationOf(configured))
    try {
      return await appliedMigrations(reading)
    } finally {
      await close()
    }
  } catch (cause) {
    throw openErrorOf(configured, cause)
  }
}

/** Converts an error from opening the database to a message. */
export function openErrorOf(configured: DatabaseConfig, cause: unknown): UsageError {
  if (cause instanceof UsageError) return cause
  const name = nameOf(locationOf(configured))
  if (isCorruption(cause)) return damageOf(configured, cause)
  return new UsageError(`The database ${name} cannot be opened: ${reasonOf(cause)}`, { cause })
}

/** Converts an error during a command: corruption and system errors to messages; others are returned unchanged. */
export function toUserError(configured: DatabaseConfig, cause: unknown): unknown {
  if (cause instanceof UsageError) return cause
  if (isCorruption(cause)) return damageOf(configured, cause)
  const isRefused = cause instanceof Error && 'code' in cause && systemErrorCodes.test(String(cause.code))
  return isRefused ? new UsageError(`The system refused it: ${reasonOf(cause)}`, { cause }) : cause
}

/** File and disk errors, which an operator must fix. */
const systemErrorCodes =
  /^(E(ACCES|PERM|ROFS|NOSPC|DQUOT|ISDIR|NOTDIR|EXIST|MFILE|IO)|SQLITE_(READONLY|CANTOPEN|IOERR|FULL|PERM)\w*)$/

function damageOf(configured: DatabaseConfig, cause: unknown): CorruptionError {
  const name = nameOf(locationOf(configured))
  const words = `The database ${name} is damaged: ${reasonOf(cause)}.`
  return corruptionError(locationOf(configured), { words, isReadable: true }, { cause })
}

/** Returns the reason. If a connection fails on every address of a host, the errors are aggregated without a common message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'SQLITE_READONLY_ROLLBACK') return hotJournalMessage
  // SQLite uses the same message for a failing and a full disk if the error was in a file other than the database.
  const isFull = code !== 'SQLITE_FULL' && databaseFaultOf(cause) === 'storageFull'
  return isFull && String(code).startsWith('SQLITE_')
    ? `its disk is full, or fails (${cause.message})`
    : cause.message
}

const hotJournalMessage =
  'koedana.sqlite-journal beside it holds a change that some program began and did not end. The next start takes that change back; where the file came from elsewhere, move it away before'
