/** `koedana backup [PATH] [--with-key] [--without-covers]` and `koedana restore PATH [--into DIR]`. */
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
import { locationOf, stepsIn } from '../open-configured.ts'
import { givenPath, untilInterrupted } from './with-database.ts'

/** Also beside a running server, of which nobody waits for it. */
export async function backup(config: Config, args: readonly string[]): Promise<number> {
  const [path, ...more] = args.filter((word) => !backupWords.includes(word))
  if (more.length > 0 || path?.startsWith('--')) throw new UsageError(backupUsage)
  const withKey = args.includes('--with-key')
  const withCovers = !args.includes('--without-covers')
  const now = new Date()
  await stepsIn(config)
  const target = await targetOf(config, path, now)
  const order = { ...config, location: locationOf(config), target, withKey, withCovers, now }
  const made = await untilInterrupted(
    (signal) => makeBackup(order, { at: () => {}, signal }),
    () => 'Stopped: no backup was made.',
  )
  console.log(
    `Backed up ${made.rows} rows and ${made.covers} files of covers into ${target} (${made.sizeBytes} bytes).`,
  )
  if (withKey) console.log('The key is in it: whoever has the file can read every secret.')
  else if (config.secretKey === undefined)
    console.log('The key is not in it: keep secret.key apart, without which a server does not start on it.')
  return 0
}

const backupWords = ['--with-key', '--without-covers']
const backupUsage = 'It is: koedana backup [PATH] [--with-key] [--without-covers]'

/** A folder is given a file by the time in it. */
async function targetOf(config: Config, path: string | undefined, now: Date): Promise<string> {
  if (path === undefined) {
    await mkdir(config.backupFolder, { recursive: true })
    return join(config.backupFolder, backupName(now))
  }
  const given = givenPath(path)
  const found = statSync(given, { throwIfNoEntry: false })
  if (found?.isDirectory()) return join(given, backupName(now))
  if (found) throw new UsageError(`${given} is there already: it is not overwritten.`)
  return given
}

/** Restores; with `--into` it goes into a data folder with SQLite, whatever DATABASE_URL says. */
export async function restore(config: Config, args: readonly string[]): Promise<number> {
  const [path, option, folder, ...more] = args
  const isUsed = path !== undefined && !path.startsWith('--') && more.length === 0
  const isInto = option === '--into' && folder !== undefined
  if (!isUsed || !(isInto || option === undefined))
    throw new UsageError('It is: koedana restore PATH [--into DIR]')
  const location = isInto ? { folder: givenPath(folder) } : locationOf(config)
  const given = givenPath(path)
  if (!statSync(given, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`There is no file ${given}.`)
  const restored = await restoreBackup({ path: given, location, now: new Date() })
  const { head, manifest, before, leftToDo } = restored
  const rows = Object.values(manifest.tallies).reduce((sum, tally) => sum + tally.rows, 0)
  const target = location.url === undefined ? location.folder : 'the database named by DATABASE_URL'
  console.log(
    `Restored ${rows} rows and ${manifest.covers} files of covers of ${head.madeAt} into ${target}.`,
  )
  if (before !== undefined) console.log(`What was there before lies in ${before}.`)
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
