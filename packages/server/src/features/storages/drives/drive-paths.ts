/**
 * Maps paths to the provider's references, because the database stores paths for every kind of storage. References from listings are
 * cached; others are found by listing from the root.
 */
import { LRUCache } from 'lru-cache'
import { isSafeName, isSafePath, joinPath, parentOf } from '../path.rules.ts'
import { type Entry, OutsideError, type Page, type Ref, StorageError } from '../storage.ts'
import type { DriveNode, DrivePage } from './drive.ts'

export interface DrivePaths {
  readonly refOf: (path: string) => Promise<Ref>
  readonly list: (path: string, page?: string) => Promise<Page>
  /** Runs `act` with the reference of a path. If a cached reference no longer exists, looks it up again and retries once. */
  readonly at: <T>(path: string, act: (ref: Ref) => Promise<T>) => Promise<T>
}

/** Number of paths of a large drive during a scan; takes about 20 MB. */
const maxPaths = 100_000
/** Concurrent listings, by several scans and listeners. */
const maxListings = 8
/** Guards against a folder whose pages never end. */
const maxPages = 10_000

/** `isAnew`: the cached reference was invalid, so the folder must be listed again. */
export type ListRefs = (folder: Ref, page: string | undefined, isAnew: boolean) => Promise<DrivePage>

export function createDrivePaths(root: Ref, listRefs: ListRefs): DrivePaths {
  // Limited by size, because a limit by count would allocate memory for the maximum in every open drive.
  const known = new LRUCache<string, Ref>({ maxSize: maxPaths, sizeCalculation: () => 1 })
  /** Names on earlier pages, by the next page. */
  const namesBefore = new LRUCache<string, ReadonlySet<string>>({ max: maxListings })
  const pageOf = (path: string, page: string) => `${path}\n${page}`

  const list = async (path: string, page?: string, isAnew = false): Promise<Page> => {
    const { nodes, next } = await at(path, (ref, again) => listRefs(ref, page, again), isAnew)
    const above = new Set(pathWithParents(path).map((one) => (one === '' ? root : known.get(one))))
    const usedNames = new Set(page === undefined ? [] : namesBefore.get(pageOf(path, page)))
    const entries = nodes.map((node) => {
      const entry = toEntry(node, path, usedNames)
      if (isSafeName(entry.name)) known.set(entry.ref, node.ref)
      // A shortcut to a parent folder would be walked forever.
      return node.kind === 'folder' && above.has(node.ref) ? { ...entry, kind: 'special' as const } : entry
    })
    if (next !== undefined) namesBefore.set(pageOf(path, next), usedNames)
    return { entries, next }
  }

  const refOf = async (path: string, isAnew = false): Promise<Ref> => {
    if (!isSafePath(path)) throw new OutsideError()
    if (path === '') return root
    const found = known.get(path)
    if (found !== undefined) return found
    const folder = parentOf(path)
    let page: string | undefined
    for (let left = maxPages; left > 0; left -= 1) {
      const { next }: Page = await list(folder, page, isAnew)
      const now = known.get(path)
      if (now !== undefined) return now
      if (next === undefined) break
      page = next
    }
    throw new StorageError('notFound')
  }

  const at = async <T>(
    path: string,
    act: (ref: Ref, isAnew: boolean) => Promise<T>,
    isAnew = false,
  ): Promise<T> => {
    const wasKnown = known.has(path)
    try {
      return await act(await refOf(path, isAnew), isAnew)
    } catch (error) {
      if (!wasKnown || !(error instanceof StorageError) || error.fault !== 'notFound') throw error
      for (const one of [path, ...pathWithParents(path)]) known.delete(one)
      return act(await refOf(path, true), true)
    }
  }

  return { refOf, list: (path, page) => list(path, page), at: (path, act) => at(path, act) }
}

function pathWithParents(path: string): string[] {
  const paths = [path]
  for (let one = path; one !== ''; paths.push(one)) one = parentOf(one)
  return paths
}

/**
 * Converts a node. If several items have the same name, which drives with IDs allow, the first keeps it and others get a number. A slash
 * in a name is replaced.
 */
function toEntry({ name, kind, ...node }: DriveNode, folder: string, taken: Set<string>): Entry {
  const plain = name.replaceAll('/', '／')
  const shown = taken.has(plain) ? numberedName(plain, taken) : plain
  taken.add(shown)
  if (!isSafeName(shown)) return { ref: joinPath(folder, shown), name: shown, kind: 'invalidName' }
  const { sizeBytes, modifiedAt, hash } = node
  const facts = { sizeBytes, modifiedAt, changedMs: null, ...(hash !== undefined && { hash }) }
  return { ref: joinPath(folder, shown), name: shown, kind, ...(kind === 'file' && { facts }) }
}

function numberedName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let number = 2
  while (taken.has(`${stem} (${number})${ending}`)) number += 1
  return `${stem} (${number})${ending}`
}
