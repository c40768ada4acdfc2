/** Listings of a drive from what somebody kept of them, where that still counts (ADR 0043). */
import { LRUCache } from 'lru-cache'
import type { KeptListings, Ref } from '../storage.ts'
import type { DriveNode } from './drive.ts'
import type { ListRefs } from './drive-paths.ts'

interface Over {
  readonly listings: KeptListings
  /** Its listing is never believed: a drive that is away must not look as if it were there. */
  readonly root: Ref
  /** Whether the change feed tells of what is in a folder. */
  readonly covers: (folder: Ref) => boolean
}

/** Folders whose pages are being read at once. */
const mostBegun = 8

export function overListings(list: ListRefs, { listings, root, covers }: Over): ListRefs {
  /** What was on the pages before each page that comes next. */
  const begun = new LRUCache<string, readonly DriveNode[]>({ max: mostBegun })
  return async (folder, page, isAnew) => {
    const isBelieved = page === undefined && !isAnew && folder !== root && covers(folder)
    const kept = isBelieved ? await listings.find(folder) : undefined
    if (kept) return { nodes: kept, next: undefined }
    const found = await list(folder, page, isAnew)
    if (!covers(folder)) return found
    const before = page === undefined ? [] : begun.get(`${folder}\n${page}`)
    const nodes = before && [...before, ...found.nodes]
    if (nodes && found.next === undefined) await listings.save(folder, nodes)
    else if (nodes) begun.set(`${folder}\n${found.next}`, nodes)
    return found
  }
}
