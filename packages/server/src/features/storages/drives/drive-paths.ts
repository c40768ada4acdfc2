/**
 * Paths over a drive that knows ids: what is stored of a file stays a path, as of any other storage. What was listed is
 * remembered; what was not is found from the root downwards.
 */
import { LRUCache } from 'lru-cache'
import { isSafeName, isSafePath, joinPath, parentOf } from '../path.rules.ts'
import { type Entry, OutsideError, type Page, type Ref, StorageError } from '../storage.ts'
import type { DriveNode, DrivePage } from './drive.ts'

export interface DrivePaths {
  /** Fails with `notFound`. */
  readonly refOf: (path: string) => Promise<Ref>
  readonly list: (path: string, page?: string) => Promise<Page>
  /** Acts on what lies at a path; where its reference leads to nothing any more, it is looked for once more. */
  readonly at: <T>(path: string, act: (ref: Ref) => Promise<T>) => Promise<T>
}

/** Those of a large drive that is being scanned; some 20 MB. */
const mostPaths = 100_000
/** Folders that are being listed at once, by several scans and plays. */
const mostListings = 8
/** A folder with more pages than this has another one that names itself. */
const mostPages = 10_000

/** `isAnew` where what was kept of it led to nothing. */
export type ListRefs = (folder: Ref, page: string | undefined, isAnew: boolean) => Promise<DrivePage>

export function createDrivePaths(root: Ref, listRefs: ListRefs): DrivePaths {
  // By size it takes memory as paths come: by count it would take that of all of them for each drive that is opened.
  const known = new LRUCache<string, Ref>({ maxSize: mostPaths, sizeCalculation: () => 1 })
  /** The names on the pages before each page that comes next. */
  const namesBefore = new LRUCache<string, ReadonlySet<string>>({ max: mostListings })
  const pageOf = (path: string, page: string) => `${path}\n${page}`

  const list = async (path: string, page?: string, isAnew = false): Promise<Page> => {
    const { nodes, next } = await at(path, (ref, again) => listRefs(ref, page, again), isAnew)
    const above = new Set(pathsAbove(path).map((one) => (one === '' ? root : known.get(one))))
    const taken = new Set(page === undefined ? [] : namesBefore.get(pageOf(path, page)))
    const entries = nodes.map((node) => {
      const entry = entryOf(node, path, taken)
      if (isSafeName(entry.name)) known.set(entry.ref, node.ref)
      // A shortcut to a folder above would be gone through for ever.
      return node.kind === 'folder' && above.has(node.ref) ? { ...entry, kind: 'special' as const } : entry
    })
    if (next !== undefined) namesBefore.set(pageOf(path, next), taken)
    return { entries, next }
  }

  const refOf = async (path: string, isAnew = false): Promise<Ref> => {
    if (!isSafePath(path)) throw new OutsideError()
    if (path === '') return root
    const found = known.get(path)
    if (found !== undefined) return found
    const folder = parentOf(path)
    let page: string | undefined
    for (let left = mostPages; left > 0; left -= 1) {
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
      for (const one of [path, ...pathsAbove(path)]) known.delete(one)
      return act(await refOf(path, true), true)
    }
  }

  return { refOf, list: (path, page) => list(path, page), at: (path, act) => at(path, act) }
}

/** Itself and the folders that it lies in, `''` among them. */
function pathsAbove(path: string): string[] {
  const paths = [path]
  for (let one = path; one !== ''; paths.push(one)) one = parentOf(one)
  return paths
}

/** The first of several in a folder has their name, as drives with ids may have; a slash in a name is no step of a path. */
function entryOf({ name, kind, ...node }: DriveNode, folder: string, taken: Set<string>): Entry {
  const plain = name.replaceAll('/', '／')
  const shown = taken.has(plain) ? secondName(plain, taken) : plain
  taken.add(shown)
  if (!isSafeName(shown)) return { ref: joinPath(folder, shown), name: shown, kind: 'invalidName' }
  const { sizeBytes, modifiedAt, hash } = node
  const facts = { sizeBytes, modifiedAt, changedMs: null, ...(hash !== undefined && { hash }) }
  return { ref: joinPath(folder, shown), name: shown, kind, ...(kind === 'file' && { facts }) }
}

function secondName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let number = 2
  while (taken.has(`${stem} (${number})${ending}`)) number += 1
  return `${stem} (${number})${ending}`
}
