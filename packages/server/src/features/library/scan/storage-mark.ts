/**
 * The mark of a storage: a small file with a random ID in its root. It identifies the disk, and reveals that a disk disappeared during a
 * scan.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../../lib/ids.ts'
import type { MaybePromise } from '../../storages/storage.ts'
import { isJunk } from './names.rules.ts'
import { determineStorageState, markerOfNames, type RootInspection } from './storage-state.rules.ts'

/** Hidden, so that scans skip it. */
export const markFile = '.koedana-storage'

export function inspectRoot(root: string): RootInspection {
  try {
    return { names: readdirSync(root).filter((name) => !isJunk(name)), mark: readMark(root) }
  } catch {
    return { names: undefined, mark: undefined }
  }
}

/** Returns the marker of a root, and creates the mark if there is none. An existing mark is kept, since another server may use it. */
export function markRoot(root: string): string {
  const { names = [], mark } = inspectRoot(root)
  if (mark !== undefined) return mark
  const id = newId()
  try {
    const path = join(root, markFile)
    writeFileSync(path, `${id}\n`, { flag: 'wx' })
    // Readable for other servers under another user.
    chmodSync(path, 0o644)
    return id
  } catch {
    return markerOfNames(names)
  }
}

const idPattern = /^[\w-]{8,64}$/

/** Longer than any mark. The file may be something else: a pipe, or as large as the disk. */
const maxMarkBytes = 1024

function readMark(root: string): string | undefined {
  try {
    const path = join(root, markFile)
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > maxMarkBytes) return undefined
    const text = readFileSync(path, 'utf8').trim()
    return idPattern.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The root disappeared, or the storage was removed. Files that were not found must not be marked missing. */
export class StorageLostError extends Error {}

/**
 * Returns a check that throws `StorageLostError` if the root differs from its first inspection. A lost mount leaves an empty folder, or
 * whatever is below the mount point.
 */
export function createMountCheck(
  inspect: () => MaybePromise<RootInspection>,
  { names = [], mark }: RootInspection,
): () => Promise<void> {
  const marker = mark ?? markerOfNames(names)
  return async () => {
    const now = await inspect()
    // A root that was empty at first has no names to compare.
    const isMounted =
      mark === undefined && names.length > 0
        ? determineStorageState(now, marker) === 'mounted'
        : now.names !== undefined && now.mark === mark
    if (!isMounted) throw new StorageLostError()
  }
}
