import type { StorageKind } from '@koedana/contract/storage-settings.ts'
import { LastScan, type WatchState } from '@koedana/contract/storages.ts'
import * as v from 'valibot'
import { maxLeaseEnd } from '../../db/clock.ts'
import type { Db } from '../../db/schema.ts'
import { parsePatterns } from '../library/scan/storages.store.ts'

export interface WatchableStorage {
  readonly key: number
  readonly kind: StorageKind
  readonly root: string
  readonly depth: number | null
  readonly ignored: readonly string[]
  readonly isWatched: boolean
  readonly rescanHours: number | null
  readonly lastScanAt: string | undefined
  /** Since when a scan is requested; null if none is. */
  readonly scanWantedAt: string | null
  readonly watcher: string | null
  readonly watcherUntil: string | null
}

export async function listWatchable(db: Db): Promise<WatchableStorage[]> {
  const rows = await db
    .selectFrom('storage')
    .select(['key', 'kind', 'root', 'depth', 'ignored', 'watched', 'rescan_hours', 'last_scan'])
    .select(['scan_wanted_at', 'watcher', 'watcher_until'])
    .where('enabled', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    root: row.root,
    depth: row.depth,
    ignored: parsePatterns(row.ignored),
    isWatched: row.watched === 1 && row.kind === 'local',
    rescanHours: row.rescan_hours,
    lastScanAt: parseLastScanTime(row.last_scan),
    scanWantedAt: row.scan_wanted_at,
    watcher: row.watcher,
    watcherUntil: row.watcher_until,
  }))
}

function parseLastScanTime(text: string | null): string | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), LastScan), text)
  return read.success ? read.output.at : undefined
}

export interface WatchClaim {
  readonly key: number
  readonly watcher: string
  readonly at: string
  readonly until: string
}

/** Claims the watch for a node; returns false while another node holds it. */
export async function claimWatch(write: Db, { key, watcher, at, until }: WatchClaim): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('storage')
    .set({ watcher, watcher_until: until })
    .where('key', '=', key)
    .where((e) =>
      e.or([
        e('watcher', 'is', null),
        e('watcher', '=', watcher),
        e('watcher_until', '<', at),
        e('watcher_until', '>', maxLeaseEnd(at)),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

export async function saveWatchState(
  write: Db,
  { key, watcher }: Pick<WatchClaim, 'key' | 'watcher'>,
  state: WatchState,
): Promise<void> {
  await write
    .updateTable('storage')
    .set({ watch_state: state })
    .where('key', '=', key)
    .where('watcher', '=', watcher)
    .execute()
}

/** Releases all watches of a node, so that others can take over at once. */
export async function releaseWatches(write: Db, watcher: string): Promise<void> {
  await write
    .updateTable('storage')
    .set({ watcher: null, watcher_until: null, watch_state: null })
    .where('watcher', '=', watcher)
    .execute()
}

/** Deletes the scan request that is being fulfilled; a later request stays. */
export async function clearWantedScan(
  write: Db,
  { key, scanWantedAt }: Pick<WatchableStorage, 'key' | 'scanWantedAt'>,
): Promise<void> {
  await write
    .updateTable('storage')
    .set({ scan_wanted_at: null })
    .where('key', '=', key)
    .where('scan_wanted_at', '=', scanWantedAt)
    .execute()
}
