/** A local folder as a storage. References are relative paths. */

import type { Dirent, Stats } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { withTrailingSeparator } from '../../../lib/is-within.ts'
import { isSafeName, isSafePath, joinPath, lastPart, parentOf } from '../path.rules.ts'
import {
  andThen,
  type Capabilities,
  type Entry,
  type Health,
  type MaybePromise,
  OutsideError,
  orElse,
  type Page,
  type Ref,
  type Stat,
  type Storage,
  StorageError,
} from '../storage.ts'
import {
  asyncFileSystem,
  blockingFileSystem,
  exists,
  type FileSystem,
  toStorageError,
} from './file-system.ts'
import { createFileOpener, resolveInside, toFileFacts } from './open-inside.ts'

export interface LocalStorage extends Storage {
  /** Returns the full path, for threads and programs that open the file themselves. */
  readonly pathOf: (ref: Ref) => string
}

export const isLocal = (storage: Storage): storage is LocalStorage => 'pathOf' in storage

export interface LocalStorageOptions {
  /** Makes `list` and `stat` synchronous, and caches which folders are inside the root. Only for the thread of one scan. */
  readonly isBlocking?: boolean
}

const capabilities: Capabilities = {
  addressing: 'path',
  listsFacts: false,
  links: 'none',
  hasChanges: false,
  limits: { account: undefined, parallel: 1 },
}

export function openLocalStorage(
  root: string,
  { isBlocking = false }: LocalStorageOptions = {},
): LocalStorage {
  const files = isBlocking ? blockingFileSystem : asyncFileSystem
  const pathOf = (ref: Ref) => {
    if (!isSafePath(ref)) throw new OutsideError()
    return ref === '' ? root : withTrailingSeparator(root) + ref
  }
  const { list, stat } = createReader(files, { root, pathOf, remembers: isBlocking })
  const openInside = createFileOpener(root)
  const mapFaults = createFaultMapper(files, root)
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

/** If the root itself is missing, reports the storage as unavailable, not its files as missing. */
function createFaultMapper(files: FileSystem, root: string) {
  return <T>(act: () => MaybePromise<T>): MaybePromise<T> =>
    orElse(act, (cause) => {
      const error = toStorageError(cause)
      if (error.fault !== 'notFound') throw error
      return andThen(exists(files, root), (is) => {
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
    const { fault } = toStorageError(error)
    return { state: fault === 'notFound' ? 'unavailable' : fault, space: undefined }
  }
}

interface ReaderOptions {
  readonly root: string
  readonly pathOf: (ref: Ref) => string
  /** Whether a folder once found inside the root is assumed to stay there. */
  readonly remembers: boolean
}

interface Reader {
  readonly list: (folder: Ref) => MaybePromise<Page>
  readonly stat: (ref: Ref) => MaybePromise<Stat>
}

/** Creates `list` and `stat` for paths below the root that never leave it. */
function createReader(files: FileSystem, { root, pathOf, remembers }: ReaderOptions): Reader {
  /** Folders known to be inside the root. Their entries are inside too, unless they are links. */
  const knownFolders = new Set<Ref>()
  const prefix = withTrailingSeparator(root)
  const isInKnown = (ref: Ref) =>
    knownFolders.has(parentOf(ref)) && isSafeName(lastPart(ref)) && !ref.startsWith('/')

  const pageOf = (folder: Ref, dirents: readonly Dirent[]): MaybePromise<Page> => {
    const entries = dirents.map((dirent) => toEntry(folder, dirent))
    if (remembers) {
      knownFolders.add(folder)
      for (const { ref, kind } of entries) if (kind === 'folder') knownFolders.add(ref)
    }
    const isInvalid = (entry: Entry) => andThen(exists(files, pathOf(entry.ref)), (is) => !is)
    return andThen(markInvalid(entries, isInvalid), (marked) => ({ entries: marked, next: undefined }))
  }
  const follow = (path: string): MaybePromise<Stat> =>
    andThen(resolveInside(files, root, path), (real) =>
      andThen(files.stat(real.path), (stats) => toStat(real.ref, stats)),
    )
  return {
    list: (folder) => {
      const path = pathOf(folder)
      const real = knownFolders.has(folder)
        ? path
        : andThen(resolveInside(files, root, path), (inside) => inside.path)
      return andThen(real, (at) => andThen(files.entries(at), (dirents) => pageOf(folder, dirents)))
    },
    stat: (ref) => {
      if (!isInKnown(ref)) return follow(pathOf(ref))
      const path = prefix + ref
      return andThen(files.lstat(path), (stats) =>
        stats.isSymbolicLink() ? follow(path) : toStat(ref, stats),
      )
    },
  }
}

const toEntry = (folder: Ref, dirent: Dirent): Entry => ({
  ref: joinPath(folder, dirent.name),
  name: dirent.name,
  kind: kindOf(dirent),
})

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'special'
}

/** Node decodes invalid UTF-8 as U+FFFD. A name that really contains this character can be opened; others are marked. */
function markInvalid(
  entries: readonly Entry[],
  isInvalid: (entry: Entry) => MaybePromise<boolean>,
): MaybePromise<readonly Entry[]> {
  let marked: MaybePromise<readonly Entry[]> = entries
  for (const entry of entries) {
    if (!entry.name.includes('\ufffd')) continue
    marked = andThen(marked, (all) =>
      andThen(isInvalid(entry), (is) =>
        is ? all.map((one) => (one === entry ? { ...one, kind: 'invalidName' as const } : one)) : all,
      ),
    )
  }
  return marked
}

const toStat = (ref: Ref, stats: Stats): Stat => ({
  ref,
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'special',
  facts: toFileFacts(stats),
})
