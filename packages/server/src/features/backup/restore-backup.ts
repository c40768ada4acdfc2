/** Replaces what is there by what a backup holds; what was there is kept beside it. */
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordedSteps } from '../../db/migrate.ts'
import { type DatabaseLocation, openInMemory } from '../../db/open.ts'
import type { RowTable } from '../../db/rows.ts'
import { beSoleServer } from '../../db/sole-server.ts'
import { sqliteFile } from '../../db/sqlite-file.ts'
import { fillNewDatabase, type NewDatabase } from '../../db/whole-database.ts'
import { UsageError } from '../../lib/app-error.ts'
import { makeDataFolder } from '../../lib/data-folder.ts'
import { newId } from '../../lib/ids.ts'
import { keyFile } from '../../lib/vault.ts'
import { type Backup, coverOf, keyName, tableOf, unpackLines, verifyBackup } from './backup-file.ts'
import { readTar } from './tar.ts'

export interface RestoreOrder {
  /** The path is absolute. */
  readonly path: string
  /** A database there is replaced if it is SQLite; on PostgreSQL there must be none. */
  readonly location: DatabaseLocation
  readonly now: Date
}

export interface Restored extends Backup {
  /** The folder with what was there before; undefined if there was nothing. */
  readonly before: string | undefined
  /** A sentence; undefined if nothing is left to do by hand. */
  readonly leftToDo: string | undefined
}

/**
 * Nothing is changed before all of it is known to be whole and is written beside what is there.
 *
 * @throws UsageError if a server runs there, or the backup cannot be taken.
 */
export async function restoreBackup({ path, location, now }: RestoreOrder): Promise<Restored> {
  const backup = await verifyBackup(path, await knownSteps())
  await makeDataFolder(location.folder, { hasDatabase: location.url === undefined })
  const { release } = await beSoleServer(location)
  const draft = join(location.folder, `restore-${newId()}.part`)
  try {
    await removeOldDrafts(location)
    await mkdir(join(draft, 'covers'), { recursive: true, mode: 0o700 })
    const database = location.url === undefined ? { folder: draft } : location
    const leftToDo = await fillNewDatabase(database, {
      steps: backup.head.steps,
      write: async (into) => {
        await unpack(path, { backup, draft, into })
        return { counters: backup.head.counters, tallies: backup.manifest.tallies }
      },
    })
    return { ...backup, leftToDo, before: await swap(location, draft, now) }
  } finally {
    await rm(draft, { recursive: true, force: true })
    release()
  }
}

/** One that was killed left a whole database behind. Of PostgreSQL another may be at work in the same folder. */
async function removeOldDrafts({ folder, url }: DatabaseLocation): Promise<void> {
  if (url !== undefined) return
  const old = (await readdir(folder)).filter((name) => /^restore-[\w-]+\.part$/.test(name))
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
}

async function knownSteps(): Promise<readonly string[]> {
  const empty = openInMemory()
  try {
    return (await recordedSteps(empty)).pending
  } finally {
    await empty.close()
  }
}

interface Unpacking {
  readonly backup: Backup
  readonly draft: string
  readonly into: NewDatabase
}

/** Its names lead nowhere else, whatever stands in it: those that are none of ours are passed over. */
async function unpack(path: string, { backup, draft, into }: Unpacking): Promise<void> {
  const tables = new Map(into.tables.map((table) => [table.name, table]))
  refuseOtherTables(backup, into.tables)
  for await (const { name, bytes } of readTar(path)) {
    const table = tables.get(tableOf(name) ?? '')
    const cover = coverOf(name)
    if (table) await into.add(table, await unpackLines(bytes))
    else if (cover !== undefined) await writeNew(join(draft, 'covers', cover), bytes)
    else if (name === keyName) await writeNew(keyFile(draft), bytes)
  }
}

function refuseOtherTables({ head }: Backup, tables: readonly RowTable[]): void {
  const isSame = tables.every(({ name, columns }) => head.tables[name]?.join() === columns.join())
  if (isSame && Object.keys(head.tables).length === tables.length) return
  throw new UsageError(
    `The tables of the backup are others than this version makes by the same steps: restore it with version ${head.version}.`,
  )
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Made of the database, and made again: a later one would not know that it is of another. */
const derived = ['index.snapshot', 'spoken']

/** At any moment there is a database at the path. Returns where the one before lies. */
async function swap(
  { folder, url }: DatabaseLocation,
  draft: string,
  now: Date,
): Promise<string | undefined> {
  const before = join(folder, `before-restore-${now.toISOString().replaceAll(':', '-')}`)
  await mkdir(before, { recursive: true, mode: 0o700 })
  const keep = (name: string) => renameIfThere(join(folder, name), join(before, name))
  const take = (name: string) => renameIfThere(join(draft, name), join(folder, name))
  let wasUsed = await keep('covers')
  await take('covers')
  if (await isThere(keyFile(draft))) {
    wasUsed = (await keep(keyName)) || wasUsed
    await take(keyName)
  }
  if (url === undefined) {
    const name = 'koedana.sqlite'
    wasUsed = (await keepCopy(sqliteFile(folder), join(before, name))) || wasUsed
    // What a log holds was written to the file before: laid over another one, it would destroy it.
    for (const suffix of ['-wal', '-shm', '-journal']) await keep(name + suffix)
    await take(name)
  }
  for (const name of derived) await rm(join(folder, name), { recursive: true, force: true })
  if (wasUsed) return before
  await rm(before, { recursive: true })
  return undefined
}

/** False if there is nothing. */
async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

/** Gives a file a second name, or copies it where the disk knows no second names. False if there is none. */
async function keepCopy(from: string, to: string): Promise<boolean> {
  if (!(await isThere(from))) return false
  await link(from, to).catch(() => copyFile(from, to))
  return true
}

async function isThere(path: string): Promise<boolean> {
  try {
    await (await open(path)).close()
    return true
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

const isMissing = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
