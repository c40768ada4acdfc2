/** Makes a consistent backup of database and covers while the server keeps working. */
import type { Dirent } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from '../../db/open.ts'
import { readWholeDatabase } from '../../db/whole-database.ts'
import { undefinedIfMissing } from '../../lib/enoent.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import type { Message } from '../../lib/messages/messages.rules.ts'
import { keyFilePath, readKey } from '../../lib/vault.ts'
import { about } from '../system/about.ts'
import {
  type BackupHead,
  type BackupManifest,
  backupFormat,
  coverOf,
  headName,
  keyName,
  manifestName,
  packLines,
  rowsName,
} from './backup-file.ts'
import { type TarWriter, writeTar } from './tar.ts'

export interface BackupOrder {
  readonly location: DatabaseLocation
  /** Contains covers and key. */
  readonly dataFolder: string
  /** Absolute path. The file appears complete or not at all, and existing files are never overwritten. */
  readonly target: string
  /** Whether the backup contains the key that decrypts secrets. */
  readonly withKey: boolean
  readonly withCovers: boolean
  /** Time of the backup. */
  readonly now: Date
}

export interface BackupWatch {
  /** Called before each part and awaited: the name of a table, or `covers`. */
  readonly at: (part: string) => Promise<void> | void
  readonly signal?: AbortSignal
}

export interface MadeBackup {
  readonly rows: number
  readonly covers: number
  readonly sizeBytes: number
}

/** Throws a `CodedError` for what a person can fix. */
export async function makeBackup(order: BackupOrder, watch: BackupWatch): Promise<MadeBackup> {
  const { target, withKey } = order
  const key = withKey ? await keyOf(order) : undefined
  const draft = `${target}.part`
  const file = await open(draft, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw coded(cause, order)
  })
  try {
    const tar = writeTar(file)
    const manifest = await writeContents(tar, order, watch)
    if (key !== undefined) await tar.add(keyName, Buffer.from(key))
    const ended: BackupManifest = { ...manifest, hasKey: key !== undefined, sha256: tar.digest() }
    await tar.add(manifestName, json(ended))
    await tar.end()
    const { size } = await file.stat()
    await file.close()
    await refuseTaken(target)
    await rename(draft, target)
    await syncFolder(dirname(target))
    const rows = Object.values(manifest.tallies).reduce((sum, tally) => sum + tally.rows, 0)
    return { rows, covers: manifest.covers, sizeBytes: size }
  } catch (cause) {
    await file.close()
    await rm(draft, { force: true })
    throw coded(cause, order)
  }
}

async function writeContents(
  tar: TarWriter,
  { location, dataFolder, withCovers, now }: BackupOrder,
  { at, signal }: BackupWatch,
): Promise<Pick<BackupManifest, 'tallies' | 'covers'>> {
  const parts = new Map<string, number>()
  const tallies = await readWholeDatabase(location, {
    begin: async ({ steps, tables, counters }) => {
      const head: BackupHead = {
        format: backupFormat,
        version: about.version,
        engine: location.url === undefined ? 'sqlite' : 'postgres',
        madeAt: now.toISOString(),
        steps: [...steps],
        tables: Object.fromEntries(tables.map(({ name, columns }) => [name, [...columns]])),
        counters,
      }
      await tar.add(headName, json(head))
    },
    rows: async ({ name }, lines) => {
      signal?.throwIfAborted()
      const part = (parts.get(name) ?? 0) + 1
      parts.set(name, part)
      await at(name)
      await tar.add(rowsName(name, part), await packLines(lines))
    },
  })
  if (!withCovers) return { tallies, covers: 0 }
  await at('covers')
  return { tallies, covers: await addCovers(tar, join(dataFolder, 'covers'), signal) }
}

const json = (value: BackupHead | BackupManifest) => Buffer.from(JSON.stringify(value, null, 1))

/**
 * Cover files appear complete and never change. Files that disappear in the meantime were replaced; AVIF files are created again on
 * demand.
 */
async function addCovers(tar: TarWriter, folder: string, signal: AbortSignal | undefined): Promise<number> {
  let covers = 0
  for (const work of await entriesOf(folder)) {
    if (!work.isDirectory()) continue
    for (const path of await filesBelow(join(folder, work.name))) {
      signal?.throwIfAborted()
      const name = `covers/${work.name}/${path}`
      if (coverOf(name) === undefined || name.endsWith('.avif')) continue
      const bytes = await readFile(join(folder, work.name, path)).catch(undefinedIfMissing)
      if (!bytes) continue
      await tar.add(name, bytes)
      covers += 1
    }
  }
  return covers
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(folder)) {
    if (entry.isFile()) found.push(entry.name)
    // Names of drafts begin with a dot.
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    for (const path of await filesBelow(join(folder, entry.name))) found.push(`${entry.name}/${path}`)
  }
  return found.toSorted()
}

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []

async function keyOf({ dataFolder }: BackupOrder): Promise<string> {
  const key = await readKey(dataFolder)
  if (key !== undefined) return key
  throw new CodedError({ code: 'backup.noKey', values: { file: keyFilePath(dataFolder) } })
}

async function refuseTaken(target: string): Promise<void> {
  const found = await open(target).catch(undefinedIfMissing)
  await found?.close()
  if (found) throw new CodedError({ code: 'backup.exists', values: { file: target } })
}

/** Makes the new name survive a power failure. Systems that cannot sync folders do it by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

/** Turns an error of the file system into a message; other errors stay as they are. */
function coded(cause: unknown, { target }: BackupOrder): unknown {
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return cause
  return new CodedError(messageOf(String(cause.code), target, cause.message), { cause })
}

function messageOf(errorCode: string, file: string, reason: string): Message {
  const folder = dirname(file)
  if (errorCode === 'ENOENT' || errorCode === 'ENOTDIR')
    return { code: 'backup.noFolder', values: { folder } }
  if (errorCode === 'ENOSPC' || errorCode === 'EDQUOT') return { code: 'backup.diskFull', values: { folder } }
  return errorCode === 'EEXIST'
    ? { code: 'backup.beingWritten', values: { file, draft: `${file}.part` } }
    : { code: 'backup.notWritten', values: { file, reason } }
}
