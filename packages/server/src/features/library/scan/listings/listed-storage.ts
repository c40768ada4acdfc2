/**
 * A storage with a change feed, read over the listings that scans keep of it (ADR 0043). The feed only names folders and files: what is
 * there is listed anew, and nothing else of the feed is believed.
 */
import type { Db } from '../../../../db/schema.ts'
import { type ChangePage, type Storage, StorageError, type StorageFault } from '../../../storages/storage.ts'
import {
  advance,
  type ChangedRefs,
  type DriveRoot,
  dropOutdated,
  findDriveRoot,
  findListing,
  findStorageKey,
  saveListing,
} from './listings.store.ts'

export interface ListedStorage {
  readonly storage: Storage
  /** Call it after a scan that went through all of it. */
  readonly finish: () => Promise<void>
}

export interface ListedGiven {
  readonly db: Db
  /** The root by which the database knows the storage. */
  readonly root: string
  readonly now: Date
  /** Somebody wants everything to be listed, whatever the feed says. */
  readonly isWhole?: boolean
}

/** No provider keeps its events for a shorter time. */
const wholeAfterMs = 7 * 24 * 60 * 60 * 1000
/** Others may be reading the same feed. */
const mostTries = 3
/** A feed with more pages than this does not come to an end. */
const mostPages = 10_000

/** Fails with a `StorageError` where the storage is away: its cursor stays. */
export async function openListed(
  storage: Storage,
  { db, root, now, isWhole = false }: ListedGiven,
): Promise<ListedStorage> {
  const { changes, over } = storage
  const storageKey = await findStorageKey(db, root)
  if (!changes || !over || storageKey === undefined) return unlisted(storage)
  for (let left = mostTries; left > 0; left -= 1) {
    const before = await findDriveRoot(db, storageKey)
    const next = await nextOf(changes, { before, now, isWhole })
    if (!next) return unlisted(storage)
    const moved = await advance(db, before, { storage_key: storageKey, ...next })
    if (moved) return { storage: over(listingsOf(db, moved)), finish: finishOf(db, moved, next.changed) }
  }
  return unlisted(storage)
}

const unlisted = (storage: Storage): ListedStorage => ({ storage, finish: async () => undefined })

const listingsOf = (db: Db, root: DriveRoot) => ({
  cursor: root.cursor,
  find: (folder: string) => findListing(db, root.storage_key, folder),
  save: (ref: string, nodes: Parameters<typeof saveListing>[2]['nodes']) =>
    saveListing(db, root, { ref, nodes }),
})

const finishOf =
  (db: Db, { storage_key }: DriveRoot, changed: ChangedRefs | 'everything') =>
  async () => {
    if (changed === 'everything') await dropOutdated(db, storage_key)
  }

type Changes = NonNullable<Storage['changes']>
type Next = Pick<DriveRoot, 'cursor' | 'listed_at'> & { readonly changed: ChangedRefs | 'everything' }

interface Reading extends Pick<ListedGiven, 'now'> {
  readonly before: DriveRoot | undefined
  readonly isWhole: boolean
}

/** Returns undefined for a feed that cannot be had. */
async function nextOf(changes: Changes, { before, now, isWhole }: Reading): Promise<Next | undefined> {
  const isYoung = before && !isWhole && now.getTime() - Date.parse(before.listed_at) < wholeAfterMs
  const changed = isYoung ? await unlessLost(() => readFeed(changes, before.cursor)) : undefined
  if (before && changed) return { ...changed, listed_at: before.listed_at }
  // What happens while everything is listed is reported the next time.
  const begun = await unlessLost(() => changes())
  return begun && { cursor: begun.cursor, listed_at: now.toISOString(), changed: 'everything' }
}

const isLost: ReadonlySet<StorageFault> = new Set(['notFound', 'forbidden', 'damaged'])

/** Returns undefined where the provider does not know the cursor any more, or what it says of it makes no sense. */
async function unlessLost<T>(act: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof StorageError && isLost.has(error.fault)) return undefined
    throw error
  }
}

/** Returns all pages since a cursor; undefined where it was too old. */
async function readFeed(
  changes: Changes,
  from: string,
): Promise<{ readonly cursor: string; readonly changed: ChangedRefs } | undefined> {
  const changed: Record<keyof ChangedRefs, string[]> = { touched: [], folders: [], below: [] }
  let cursor = from
  for (let left = mostPages; left > 0; left -= 1) {
    const page: ChangePage = await changes(cursor)
    if (page.isReset) return undefined
    changed.touched.push(...page.touched)
    changed.folders.push(...page.folders)
    changed.below.push(...page.below)
    const isStuck = page.hasMore && page.cursor === cursor
    if (isStuck) return undefined
    cursor = page.cursor
    if (!page.hasMore) return { cursor, changed }
  }
  return undefined
}
