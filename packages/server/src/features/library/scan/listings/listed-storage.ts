/**
 * Reads a storage with a change feed through cached listings (ADR 0043). The feed only names folders and files: they are listed again, and
 * nothing else in it is trusted.
 */
import type { Db } from '../../../../db/schema.ts'
import { type ChangePage, type Storage, StorageError, type StorageFault } from '../../../storages/storage.ts'
import {
  advanceCursor,
  type ChangedRefs,
  type DriveRoot,
  deleteOutdated,
  findDriveRoot,
  findListing,
  findStorageKey,
  saveListing,
} from './listings.store.ts'

export interface ListedStorage {
  readonly storage: Storage
  /** Call after a complete scan. */
  readonly finish: () => Promise<void>
}

export interface ListedStorageOptions {
  readonly db: Db
  /** Root of the storage in the database. */
  readonly root: string
  readonly now: Date
  /** Lists everything again, whatever the feed reports. */
  readonly isWhole?: boolean
}

/** All providers keep their events at least this long. After it, everything is listed again. */
const fullListingIntervalMs = 7 * 24 * 60 * 60 * 1000
/** Other nodes may advance the same feed concurrently. */
const maxTries = 3
const maxPages = 10_000

/** Fails with a `StorageError` if the storage is unreachable; the cursor stays unchanged then. */
export async function openListedStorage(
  storage: Storage,
  { db, root, now, isWhole = false }: ListedStorageOptions,
): Promise<ListedStorage> {
  const { changes, over } = storage
  const storageKey = await findStorageKey(db, root)
  if (!changes || !over || storageKey === undefined) return withoutListings(storage)
  for (let left = maxTries; left > 0; left -= 1) {
    const before = await findDriveRoot(db, storageKey)
    const next = await findNextCursor(changes, { before, now, isWhole })
    if (!next) return withoutListings(storage)
    const moved = await advanceCursor(db, before, { storage_key: storageKey, ...next })
    if (moved)
      return { storage: over(createListings(db, moved)), finish: createFinish(db, moved, next.changed) }
  }
  return withoutListings(storage)
}

const withoutListings = (storage: Storage): ListedStorage => ({ storage, finish: async () => undefined })

const createListings = (db: Db, root: DriveRoot) => ({
  cursor: root.cursor,
  find: (folder: string) => findListing(db, root.storage_key, folder),
  save: (ref: string, nodes: Parameters<typeof saveListing>[2]['nodes']) =>
    saveListing(db, root, { ref, nodes }),
})

const createFinish =
  (db: Db, { storage_key }: DriveRoot, changed: ChangedRefs | 'everything') =>
  async () => {
    if (changed === 'everything') await deleteOutdated(db, storage_key)
  }

type Changes = NonNullable<Storage['changes']>
type NextCursor = Pick<DriveRoot, 'cursor' | 'listed_at'> & { readonly changed: ChangedRefs | 'everything' }

interface FeedRequest extends Pick<ListedStorageOptions, 'now'> {
  readonly before: DriveRoot | undefined
  readonly isWhole: boolean
}

async function findNextCursor(
  changes: Changes,
  { before, now, isWhole }: FeedRequest,
): Promise<NextCursor | undefined> {
  const isYoung = before && !isWhole && now.getTime() - Date.parse(before.listed_at) < fullListingIntervalMs
  const changed = isYoung ? await undefinedIfLost(() => readFeed(changes, before.cursor)) : undefined
  if (before && changed) return { ...changed, listed_at: before.listed_at }
  // Changes during the full listing are reported by the next read of the feed.
  const begun = await undefinedIfLost(() => changes())
  return begun && { cursor: begun.cursor, listed_at: now.toISOString(), changed: 'everything' }
}

const lostCursorFaults: ReadonlySet<StorageFault> = new Set(['notFound', 'forbidden', 'damaged'])

/** Returns undefined if the provider rejects the cursor, or returns an invalid response. */
async function undefinedIfLost<T>(act: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof StorageError && lostCursorFaults.has(error.fault)) return undefined
    throw error
  }
}

/** Reads all pages since a cursor; returns undefined if the cursor is too old. */
async function readFeed(
  changes: Changes,
  from: string,
): Promise<{ readonly cursor: string; readonly changed: ChangedRefs } | undefined> {
  const changed: Record<keyof ChangedRefs, string[]> = { touched: [], folders: [], below: [] }
  let cursor = from
  for (let left = maxPages; left > 0; left -= 1) {
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
