/**
 * The root of a scan: a local folder or a network storage. Nothing is written to network storages, so they are recognized by the names at
 * the top. A failed listing decides nothing, and an empty one is not trusted.
 */
import { realpathSync } from 'node:fs'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import type { MaybePromise, Storage } from '../../storages/storage.ts'
import { isJunk } from './names.rules.ts'
import { inspectRoot, markRoot } from './storage-mark.ts'
import {
  determineStorageState,
  markerOfNames,
  type RootInspection,
  type StorageState,
} from './storage-state.rules.ts'
import { listPages } from './walk.ts'

export interface ScannedRoot {
  readonly root: string
  readonly storage: Storage
  readonly inspect: () => MaybePromise<RootInspection>
  readonly stateOf: (seen: RootInspection, marker: string | null) => StorageState
  /** Returns the marker by which the next scan recognizes the storage. */
  readonly mark: () => MaybePromise<string>
}

export function openScannedRoot(root: string, remote: Storage | undefined): ScannedRoot | undefined {
  if (remote) return openRemoteRoot(root, remote)
  const real = resolveRoot(root)
  return real === undefined ? undefined : openLocalRoot(real)
}

const openLocalRoot = (root: string): ScannedRoot => ({
  root,
  storage: openLocalStorage(root, { isBlocking: true }),
  inspect: () => inspectRoot(root),
  stateOf: determineStorageState,
  mark: () => markRoot(root),
})

function resolveRoot(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function openRemoteRoot(root: string, storage: Storage): ScannedRoot {
  const inspect = async (): Promise<RootInspection> => {
    try {
      const entries = await listPages(storage, storage.root)
      return { names: entries.map(({ name }) => name).filter((name) => !isJunk(name)), mark: undefined }
    } catch {
      return { names: undefined, mark: undefined }
    }
  }
  return {
    root,
    storage,
    inspect,
    stateOf: (seen, marker) =>
      seen.names?.length === 0 && marker !== null ? 'emptied' : determineStorageState(seen, marker),
    mark: async () => markerOfNames((await inspect()).names ?? []),
  }
}
