/** Checks storages and files, so that unreachable files are not mistaken for deleted ones. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { openScannedRoot } from '../../../library/scan/scanned-root.ts'
import type { StorageState } from '../../../library/scan/storage-state.rules.ts'
import type { StorageFolder } from '../../../library/scan/storages.store.ts'
import { type Storage, StorageError } from '../../../storages/storage.ts'
import { type Fate, type FileState, fateOf, type SkipReason, skipReasonOf } from './clean.rules.ts'
import type { CleanContext } from './clean-steps.ts'
import { listPresentPaths, type MissingFile } from './clean-works.store.ts'

/** Returns why the files of a storage are skipped; undefined if they are not, as for a removed storage. */
export async function findSkipReason(
  cleaning: CleanContext,
  storage: StorageFolder | undefined,
): Promise<SkipReason | undefined> {
  if (storage?.isRemoved) return undefined
  if (storage?.isOn === false) return 'storageOff'
  const state = storage ? await stateNow(cleaning, storage) : 'notMounted'
  return skipReasonOf(state, cleaning.consent)
}

/** A storage that cannot be checked proves nothing about its files. */
async function stateNow(cleaning: CleanContext, storage: StorageFolder): Promise<StorageState> {
  try {
    const remote = remoteOf(cleaning, storage)
    const scanned = openScannedRoot(storage.root, remote)
    const state = scanned ? scanned.stateOf(await scanned.inspect(), storage.marker) : 'notMounted'
    if (state !== 'mounted' || !remote) return state
    return (await knowsItsFiles(cleaning, remote, storage.key)) ? state : 'notMounted'
  } catch {
    return 'notMounted'
  }
}

const remoteOf = ({ openStorage }: CleanContext, storage: StorageFolder): Storage | undefined =>
  storage.kind === 'local' ? undefined : openStorage(storage)

/** Number of files to check that the last scan found. */
const sampledFiles = 3

/**
 * Returns whether the server finds any file that the last scan found. If it finds none, its `notFound` for other files proves nothing.
 */
async function knowsItsFiles(
  { database }: CleanContext,
  remote: Storage,
  storageKey: number,
): Promise<boolean> {
  const present = await listPresentPaths(database.read, storageKey, sampledFiles)
  if (present.length === 0) return true
  for (const path of present) if ((await inspectRemote(remote, path)) === 'here') return true
  return false
}

/** Decides what to do with long-missing files, by file ID. Checks each storage again. */
export async function decideFates(
  cleaning: CleanContext,
  files: readonly MissingFile[],
  storages: readonly StorageFolder[],
): Promise<Map<string, Fate>> {
  const fates = new Map<string, Fate>()
  for (const [key, some] of Map.groupBy(files, ({ storageKey }) => storageKey)) {
    const storage = storages.find((one) => one.key === key)
    const skipped = await findSkipReason(cleaning, storage)
    for (const file of some) {
      fates.set(file.id, skipped ? { skipped } : fateOf(await inspectFile(cleaning, storage, file)))
    }
  }
  return fates
}

async function inspectFile(
  cleaning: CleanContext,
  storage: StorageFolder | undefined,
  { root, path }: MissingFile,
): Promise<FileState> {
  if (!storage) return 'unreadable'
  if (storage.isRemoved) return 'gone'
  const remote = remoteOf(cleaning, storage)
  return remote ? inspectRemote(remote, path) : inspectLocal(root, path)
}

/** A broken symbolic link counts as existing: scans report it, and do not mark anything as deleted because of it. */
function inspectLocal(root: string, path: string): FileState {
  try {
    lstatSync(join(root, path))
    return 'here'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable'
  }
}

/** If the storage addresses files by ID, a path from a scan cannot be checked. */
async function inspectRemote(remote: Storage, path: string): Promise<FileState> {
  if (remote.capabilities.addressing !== 'path') return 'unreadable'
  try {
    await remote.stat(path)
    return 'here'
  } catch (error) {
    return error instanceof StorageError && error.fault === 'notFound' ? 'gone' : 'unreadable'
  }
}
