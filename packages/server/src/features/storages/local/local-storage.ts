/** A folder of this machine as a storage. References are paths below it. */
import { statfs } from 'node:fs/promises'
import { andThen, type MaybePromise, orElse } from '../maybe-promise.ts'
import { isSafePath, lastPart } from '../path.rules.ts'
import type { Capabilities, Health, Ref, Storage } from '../storage.ts'
import { OutsideError, StorageError } from '../storage-error.ts'
import { blockingFiles, type FileSystem, isThere, waitingFiles } from './file-system.ts'
import { above } from './inside.ts'
import { createFileOpener } from './open-inside.ts'
import { createReader } from './reader.ts'
import { storageErrorOf } from './system-error.ts'

export interface LocalStorage extends Storage {
  /** The full path, for what needs one: a thread that reads sounds, a program of the system. */
  readonly pathOf: (ref: Ref) => string
}

export interface LocalWishes {
  /** Answers `list` and `stat` at once, and remembers which folders lie inside: for the thread of one scan alone. */
  readonly isBlocking?: boolean
}

const capabilities: Capabilities = {
  addressing: 'path',
  listsFacts: false,
  links: 'none',
  hasChanges: false,
  limits: { account: undefined, parallel: 1 },
}

export function openLocalStorage(root: string, { isBlocking = false }: LocalWishes = {}): LocalStorage {
  const files = isBlocking ? blockingFiles : waitingFiles
  const pathOf = (ref: Ref) => {
    if (!isSafePath(ref)) throw new OutsideError()
    return ref === '' ? root : above(root) + ref
  }
  const { list, stat } = createReader(files, { root, pathOf, remembers: isBlocking })
  const openInside = createFileOpener(root)
  const mapFaults = faultsOf(files, root)
  return {
    capabilities,
    root: '',
    name: lastPart(root),
    pathOf,
    list: (folder) => mapFaults(() => list(folder)),
    stat: (ref) => mapFaults(() => stat(ref)),
    open: async (ref) => mapFaults(() => openInside(pathOf(ref))),
    link: async () => undefined,
    health: () => healthOf(root),
  }
}

/** Where the root itself is gone, that says nothing of the files that were in it. */
function faultsOf(files: FileSystem, root: string) {
  return <T>(act: () => MaybePromise<T>): MaybePromise<T> =>
    orElse(act, (cause) => {
      const error = storageErrorOf(cause)
      if (error.fault !== 'notFound') throw error
      return andThen(isThere(files, root), (is) => {
        throw is ? error : new StorageError('unavailable', { cause })
      })
    })
}

async function healthOf(root: string): Promise<Health> {
  try {
    const { blocks, bfree, bsize } = await statfs(root)
    const space = { usedBytes: (blocks - bfree) * bsize, totalBytes: blocks * bsize }
    return { state: 'available', space }
  } catch (error) {
    const { fault } = storageErrorOf(error)
    return { state: fault === 'notFound' ? 'unavailable' : fault, space: undefined }
  }
}
