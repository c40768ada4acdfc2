/** `koedana doctor`: checks the stored data and suggests repairs. Read-only. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { adviceFor, isCorruption } from '../db/corruption.ts'
import { type ExaminationReport, examineDatabase } from '../db/examine.ts'
import { type DatabaseLocation, openForReading } from '../db/open.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { findMissingCovers } from '../features/library/covers/missing-covers.ts'
import { examineVault, type VaultReport } from '../features/vault/open-vault.ts'
import { readSnapshot, SnapshotRejectedError, snapshotFile } from '../features/works/index/snapshot-file.ts'
import { findFolderFaults } from '../lib/data-folder.ts'
import { locationOf, openErrorOf } from '../open-configured.ts'

/** Returns 0 if database, folder and key are intact. Indexes and covers do not count: they can be recreated. */
export async function doctor(config: Config): Promise<number> {
  const location = locationOf(config)
  const faults = findFolderFaults(config.dataFolder, { hasDatabase: location.url === undefined })
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) return 1
  const examined = await examineDatabase(location).catch((cause: unknown) => {
    throw openErrorOf(config, cause)
  })
  for (const line of describeDatabase(location, examined)) console.log(line)
  const vault = examined.isReadable ? await vaultOf(config) : undefined
  if (vault) console.log(vault.words)
  console.log(await describeSnapshot(config.dataFolder))
  if (examined.isReadable) console.log(await describeCovers(location))
  return examined.faults.length === 0 && vault?.isWhole !== false ? 0 : 1
}

async function vaultOf(config: Config): Promise<VaultReport> {
  const { read, close } = await openForReading(locationOf(config))
  try {
    return await examineVault({ ...config, read })
  } catch (cause) {
    if (!isCorruption(cause)) throw cause
    return {
      isWhole: false,
      words: 'Whether the key opens the sealed secrets is not known: they cannot be read.',
    }
  } finally {
    await close()
  }
}

function describeDatabase(
  location: DatabaseLocation,
  { faults, notes, isReadable }: ExaminationReport,
): string[] {
  const name = location.url === undefined ? sqliteFile(location.folder) : 'named by DATABASE_URL'
  if (faults.length > 0) {
    return [`The database ${name} is damaged.`, ...faults, ...adviceFor(location, isReadable)]
  }
  return [...(isReadable ? [`The database ${name} is whole.`] : []), ...notes]
}

async function describeSnapshot(folder: string): Promise<string> {
  try {
    const snapshot = await readSnapshot(folder, async () => {})
    return snapshot
      ? 'The index snapshot is whole.'
      : 'There is no index snapshot: the next start builds the index.'
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    if (isFolder(cause))
      return `${snapshotFile(folder)} is a folder: remove it, or no snapshot is kept and starts take longer.`
    const reason = cause instanceof SnapshotRejectedError ? cause.message : 'it cannot be read'
    return `The index snapshot cannot be used (${reason}). The next start rebuilds the index; nothing is lost.`
  }
}

const isFolder = (cause: Error) => 'code' in cause && cause.code === 'EISDIR'

const shownIds = 10

async function describeCovers(location: DatabaseLocation): Promise<string> {
  const { read, close } = await openForReading(location)
  try {
    const { total, missing } = await findMissingCovers(read, join(location.folder, 'covers'))
    if (missing.length === 0) return `All ${total} covers are there.`
    const ids = missing.slice(0, shownIds).join(', ') + (missing.length > shownIds ? ', …' : '')
    return [
      `Of ${total} covers ${missing.length} are missing: of ${ids}.`,
      'A scan makes those again whose pictures lie with the works; put back covers/ from a backup for the others.',
    ].join('\n')
  } catch (cause) {
    if (!isCorruption(cause)) throw cause
    return 'Whether all covers are there is not known: the works cannot be read.'
  } finally {
    await close()
  }
}
