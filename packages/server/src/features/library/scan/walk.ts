/** Phase 1: the tree of a storage. Only names are read; files are looked at later, where they matter. */
import type { ScanFault } from '../../../lib/messages/messages.rules.ts'
import { joinPath } from '../../storages/path.rules.ts'
import {
  andThen,
  type Entry,
  type FileFacts,
  type MaybePromise,
  orElse,
  type Ref,
  type Storage,
  StorageError,
  type StorageFault,
} from '../../storages/storage.ts'
import { compareNatural } from '../media/natural.rules.ts'
import { type FoundFolder, joinFolder, type MutableFolder } from './group.rules.ts'
import { resolveLinks, type SymbolicLink } from './links.ts'
import { isJunk } from './names.rules.ts'
import type { Faults } from './scan.ts'
import type { ScanLimits } from './storages.store.ts'

export interface WalkedTree {
  readonly tree: FoundFolder
  /** Returns whether the path, or a folder above it, could not be read. Nothing below it may be marked missing. */
  readonly isUnreadable: (path: string) => boolean
  /** Returns the facts from the listing, otherwise from `stat`; undefined if the file is unreachable. */
  readonly factsOf: (path: string) => MaybePromise<FileFacts | undefined>
  readonly refOf: (path: string) => Ref
  readonly openedArchives: ReadonlySet<string>
}

/** Protects the call stack; deeper than any library. */
const maxDepth = 64

const noLimits: ScanLimits = { depth: Number.POSITIVE_INFINITY, isIgnored: () => false }

/** Walks the whole tree. Unreadable folders are reported as faults. */
export async function walk(
  storage: Storage,
  faults: Faults,
  { depth: wantedDepth, isIgnored }: ScanLimits = noLimits,
): Promise<WalkedTree> {
  const { addressing, listsFacts } = storage.capabilities
  const keepsEntries = addressing === 'id' || listsFacts
  const unreadable = new Set<string>()
  const links: SymbolicLink[] = []
  /** Entries whose reference or facts do not follow from the path. */
  const knownEntries = new Map<string, Entry>()

  async function visit({ path, name, ref }: FolderLocation, depth: number): Promise<MutableFolder> {
    const folder: MutableFolder = { path, name, files: [], folders: [] }
    for (const entry of await read(path, ref)) {
      // Not awaited for files, because they are many.
      if (entry.kind === 'folder') await descend(folder, entry, depth)
      else addEntry(folder, entry, depth)
    }
    return folder
  }

  async function read(path: string, ref: Ref): Promise<Entry[]> {
    try {
      const entries = await listPages(storage, ref)
      const wanted = entries.filter(({ name }) => !isJunk(name) && !isIgnored(joinPath(path, name)))
      return wanted.sort((a, b) => compareNatural(a.name, b.name))
    } catch (error) {
      reportUnreadable(path, toFaultReason(error))
      return []
    }
  }

  async function descend(folder: MutableFolder, { name, ref }: Entry, depth: number): Promise<void> {
    const path = joinFolder(folder, name)
    if (depth >= maxDepth) reportUnreadable(path, 'tooDeep')
    // Excluded folders are not a fault. Their files become missing, as if they had been moved away.
    else if (depth < wantedDepth) folder.folders.push(await visit({ path, name, ref }, depth + 1))
  }

  function addEntry(folder: MutableFolder, entry: Entry, depth: number): void {
    const { kind, name, ref } = entry
    if (keepsEntries) knownEntries.set(joinFolder(folder, name), entry)
    if (kind === 'file') folder.files.push(name)
    else if (kind === 'link') links.push({ name, ref, folder, depth })
    else reportUnreadable(joinFolder(folder, name), kind === 'invalidName' ? kind : 'notPlain')
  }

  function reportUnreadable(path: string, reason: ScanFault): void {
    faults.add(path, reason)
    unreadable.add(path)
  }

  const tree = await visit({ path: '', name: storage.name, ref: storage.root }, 0)
  await resolveLinks({ storage, tree, links, visit, refuse: reportUnreadable, maxDepth, report: faults.add })
  const refOf = (path: string) => knownEntries.get(path)?.ref ?? path
  return {
    tree,
    refOf,
    openedArchives: new Set(),
    isUnreadable: (path) => unreadable.has('') || pathPrefixes(path).some((one) => unreadable.has(one)),
    factsOf: (path) => knownEntries.get(path)?.facts ?? readFacts(storage, refOf(path)),
  }
}

export interface FolderLocation {
  readonly path: string
  readonly name: string
  readonly ref: Ref
}

/** A folder that was gone by then can be read no more than one that is forbidden. */
const toFaultReason = (error: unknown): ScanFault =>
  (error instanceof StorageError ? reasonsByFault[error.fault] : undefined) ?? 'unreadable'

const reasonsByFault: Partial<Record<StorageFault, ScanFault>> = {
  revoked: 'linkAgain',
  rateLimited: 'rateLimited',
  unavailable: 'away',
  damaged: 'wrongAnswer',
}

/** More than any folder has. A server with endless pages would block the scan forever. */
const maxPages = 2_000
const maxEntries = 500_000

/** Returns all pages of a folder. Fails if one fails: a partial listing must not count as complete. */
export async function listPages(storage: Storage, ref: Ref): Promise<readonly Entry[]> {
  const first = await storage.list(ref)
  if (first.next === undefined) return first.entries
  // Pages may overlap if the folder changes in between.
  const entries = new Map(first.entries.map((entry) => [entry.ref, entry]))
  const seen = new Set<string>()
  for (let page: string | undefined = first.next; page !== undefined; ) {
    if (seen.has(page) || seen.size >= maxPages || entries.size > maxEntries)
      throw new StorageError('damaged', { cause: 'a listing without an end' })
    seen.add(page)
    const { entries: more, next }: Awaited<ReturnType<Storage['list']>> = await storage.list(ref, page)
    const before = entries.size
    for (const entry of more) if (!entries.has(entry.ref)) entries.set(entry.ref, entry)
    if (next !== undefined && more.length > 0 && entries.size === before)
      throw new StorageError('damaged', { cause: 'a listing that repeats itself' })
    page = next
  }
  return [...entries.values()]
}

const readFacts = (storage: Storage, ref: Ref): MaybePromise<FileFacts | undefined> =>
  orElse<FileFacts | undefined>(
    () => andThen(storage.stat(ref), ({ facts }) => facts),
    () => undefined,
  )

function pathPrefixes(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
