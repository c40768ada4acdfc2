/** Replaces the data folder's content by a backup, and keeps the previous content. */
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readMigrationState } from '../../db/migrate.ts'
import { type DatabaseLocation, openInMemory } from '../../db/open.ts'
import type { RowTable } from '../../db/rows.ts'
import { lockDataFolder } from '../../db/server-lock.ts'
import { sqliteFile } from '../../db/sqlite-file.ts'
import { fillNewDatabase, type NewDatabase } from '../../db/whole-database.ts'
import { UsageError } from '../../lib/app-error.ts'
import { createDataFolder } from '../../lib/data-folder.ts'
import { isEnoent } from '../../lib/enoent.ts'
import { newId } from '../../lib/ids.ts'
import { keyFilePath } from '../../lib/vault.ts'
import { type Backup, coverOf, keyName, tableOf, unpackLines, verifyBackup } from './backup-file.ts'
import { readTar } from './tar.ts'

export interface RestoreOrder {
  /** An absolute path. */
  readonly path: string
  /** An existing SQLite database is replaced; on PostgreSQL the database must be empty. */
  readonly location: DatabaseLocation
  readonly now: Date
}

export interface RestoreResult extends Backup {
  /** Folder with the previous content; undefined if there was none. */
  readonly before: string | undefined
  /** A sentence; undefined if nothing is left to do manually. */
  readonly leftToDo: string | undefined
}

/**
 * Verifies the whole backup and writes it next to the present data before anything is replaced. @throws UsageError if a server is
 * running there, or the backup cannot be used.
 */
export async function restoreBackup({ path, location, now }: RestoreOrder): Promise<RestoreResult> {
  const backup = await verifyBackup(path, await knownSteps())
  await createDataFolder(location.folder, { hasDatabase: location.url === undefined })
  const { release } = await lockDataFolder(location)
  const draft = join(location.folder, `restore-${newId()}.part`)
  try {
    await finishRestores(location)
    await mkdir(join(draft, 'covers'), { recursive: true, mode: 0o700 })
    const database = location.url === undefined ? { folder: draft } : location
    const leftToDo = await fillNewDatabase(database, {
      steps: backup.head.steps,
      write: async (into) => {
        await unpack(path, { backup, draft, into })
        return { counters: backup.head.counters, tallies: backup.manifest.tallies }
      },
    })
    const swapping = await beginSwap(location, draft, now)
    return { ...backup, leftToDo, before: await swap(location, swapping) }
  } finally {
    await rm(draft, { recursive: true, force: true })
    release()
  }
}

interface Swapping {
  /** Folder of the new content. */
  readonly from: string
  /** Folder for the previous content. */
  readonly before: string
}

const beforeIn = (folder: string, stamp: string) => join(folder, `before-restore-${stamp}`)
const readyName = /^restore-(\d{4}-[\dTZ.-]+)\.ready$/

/**
 * From here on, an interrupted restore is finished by the next start (SQLite only: with PostgreSQL another server may be using the
 * folder).
 */
async function beginSwap({ folder, url }: DatabaseLocation, draft: string, now: Date): Promise<Swapping> {
  const stamp = now.toISOString().replaceAll(':', '-')
  const before = beforeIn(folder, stamp)
  if (url !== undefined) return { from: draft, before }
  const from = join(folder, `restore-${stamp}.ready`)
  await rename(draft, from)
  return { from, before }
}

/**
 * Finishes interrupted swaps (a half-swapped folder is unusable) and removes leftovers of restores that were killed earlier. The caller
 * must hold the data folder's lock. Returns the folders with the previous content.
 */
export async function finishRestores(location: DatabaseLocation): Promise<string[]> {
  const { folder, url } = location
  if (url !== undefined) return []
  const found: string[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const [, stamp] = readyName.exec(name) ?? []
    if (stamp === undefined) continue
    const swapping = { from: join(folder, name), before: beforeIn(folder, stamp) }
    found.push((await swap(location, swapping)) ?? folder)
  }
  await removeOldDrafts(location)
  return found
}

/** Removes databases of killed restores (SQLite only: with PostgreSQL another restore may be running in the folder). */
async function removeOldDrafts({ folder, url }: DatabaseLocation): Promise<void> {
  if (url !== undefined) return
  const old = (await readdir(folder)).filter((name) => /^restore-[\w-]+\.part$/.test(name))
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
}

async function knownSteps(): Promise<readonly string[]> {
  const empty = openInMemory()
  try {
    return (await readMigrationState(empty)).pending
  } finally {
    await empty.close()
  }
}

interface Unpacking {
  readonly backup: Backup
  readonly draft: string
  readonly into: NewDatabase
}

/** Only entries with known names are unpacked, so a crafted archive cannot write elsewhere. */
async function unpack(path: string, { backup, draft, into }: Unpacking): Promise<void> {
  const tables = new Map(into.tables.map((table) => [table.name, table]))
  refuseOtherTables(backup, into.tables)
  for await (const { name, bytes } of readTar(path)) {
    const table = tables.get(tableOf(name) ?? '')
    const cover = coverOf(name)
    if (table) await into.add(table, await unpackLines(bytes))
    else if (cover !== undefined) await writeNew(join(draft, 'covers', cover), bytes)
    else if (name === keyName) await writeNew(keyFilePath(draft), bytes)
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

/** Derived from the database and rebuilt on demand. Must be removed, because it cannot tell that the database was replaced. */
const derived = ['index.snapshot', 'spoken']

/**
 * Swaps file by file so that there is always a database at the path. Idempotent, so an interrupted swap can continue. Returns the
 * folder with the previous content.
 */
async function swap(
  { folder, url }: DatabaseLocation,
  { from, before }: Swapping,
): Promise<string | undefined> {
  await mkdir(before, { recursive: true, mode: 0o700 })
  const keep = async (name: string) => {
    const isKept = await isThere(join(before, name))
    await renameIfThere(join(folder, name), join(before, isKept ? `${name}-${newId()}` : name))
  }
  const take = (name: string) => rename(join(from, name), join(folder, name))
  for (const name of ['covers', keyName]) {
    if (!(await isThere(join(from, name)))) continue
    await keep(name)
    await take(name)
  }
  const name = 'koedana.sqlite'
  if (url === undefined && (await isThere(join(from, name)))) {
    await keepCopy(sqliteFile(folder), join(before, name))
    // The WAL was checkpointed before; applied to another database, it would destroy it.
    for (const suffix of ['-wal', '-shm', '-journal']) await keep(name + suffix)
    await take(name)
  }
  for (const one of derived) await rm(join(folder, one), { recursive: true, force: true })
  await rm(from, { recursive: true, force: true })
  if ((await readdir(before)).length > 0) return before
  await rm(before, { recursive: true })
  return undefined
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (cause) {
    if (!isEnoent(cause)) throw cause
  }
}

/** Hard-links the file, or copies it if the file system has no hard links. Idempotent. */
async function keepCopy(from: string, to: string): Promise<void> {
  if (!(await isThere(from)) || (await isThere(to))) return
  await link(from, to).catch(async () => {
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  })
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (cause) {
    if (isEnoent(cause)) return false
    throw cause
  }
}
