/** `koedana backup [path]` and `koedana restore <path>`. */
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openForReading } from '../db/open.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { restoreBackup } from '../features/backup/restore-backup.ts'
import { backupName } from '../features/backup/retention.rules.ts'
import { examineVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { locationOf, readAppliedMigrations } from '../open-configured.ts'
import { resolveUserPath, runInterruptibly } from './with-database.ts'

export interface BackupOptions {
  readonly path?: string | undefined
  readonly withKey?: boolean | undefined
  readonly withoutCovers?: boolean | undefined
}

/** Backs up database and covers. Also works while the server runs. */
export async function backup(config: Config, options: BackupOptions): Promise<number> {
  const withKey = options.withKey === true
  const withCovers = options.withoutCovers !== true
  const now = new Date()
  await readAppliedMigrations(config)
  const target = await targetOf(config, options.path, now)
  const order = { ...config, location: locationOf(config), target, withKey, withCovers, now }
  const made = await runInterruptibly(
    (signal) => makeBackup(order, { at: () => {}, signal }),
    () => 'Stopped: no backup was made.',
  )
  console.log(
    `Backed up ${made.rows} rows and ${made.covers} cover files to ${target} (${made.sizeBytes} bytes).`,
  )
  if (withKey)
    console.log('The backup contains the encryption key: anyone who has the file can read every secret.')
  else if (config.secretKey === undefined)
    console.log(
      'The backup does not contain the encryption key. Keep secret.key as well: the server cannot start without it.',
    )
  return 0
}

/** Returns the path of the backup. In a folder, the file is named after the time. */
async function targetOf(config: Config, path: string | undefined, now: Date): Promise<string> {
  if (path === undefined) {
    await mkdir(config.backupFolder, { recursive: true })
    return join(config.backupFolder, backupName(now))
  }
  const given = resolveUserPath(path)
  const found = statSync(given, { throwIfNoEntry: false })
  if (found?.isDirectory()) return join(given, backupName(now))
  if (found) throw new UsageError(`${given} exists already and is not overwritten.`)
  return given
}

export interface RestoreOptions {
  readonly path: string
  readonly into?: string | undefined
}

export async function restore(config: Config, { path, into }: RestoreOptions): Promise<number> {
  const location = into === undefined ? locationOf(config) : { folder: resolveUserPath(into) }
  const given = resolveUserPath(path)
  if (!statSync(given, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`There is no file ${given}.`)
  const restored = await restoreBackup({ path: given, location, now: new Date() })
  const { head, manifest, before: previousFolder, leftToDo } = restored
  const rows = Object.values(manifest.tallies).reduce((sum, tally) => sum + tally.rows, 0)
  const target = location.url === undefined ? location.folder : 'the database named by DATABASE_URL'
  console.log(`Restored ${rows} rows and ${manifest.covers} cover files of ${head.madeAt} to ${target}.`)
  if (previousFolder !== undefined) console.log(`The previous data is in ${previousFolder}.`)
  if (leftToDo !== undefined) console.error(leftToDo)
  const { read, close } = await openForReading(location)
  try {
    const { isWhole, words } = await examineVault({ ...config, dataFolder: location.folder, read })
    if (!isWhole) console.log(words)
  } finally {
    await close()
  }
  return 0
}
