/**
 * Starts scans of storages after changes, at regular intervals (network mounts report no changes, ADR 0038), and when a requested scan was
 * waiting. Each storage is watched by one node. A scan is a task, so no two run concurrently.
 */
import { maxLeaseMs } from '../../db/clock.ts'
import type { Db } from '../../db/schema.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { requestScan, type Tasks } from '../tasks/tasks.ts'
import {
  hasSettled,
  isRescanDue,
  type PendingChanges,
  recordChange,
  type SettleDelay,
} from './scan-due.rules.ts'
import { createWatchThread, type WatchMessage, type WatchThread } from './watch-thread.ts'
import {
  claimWatch,
  clearWantedScan,
  listWatchable,
  releaseWatches,
  saveWatchState,
  type WatchableStorage,
} from './watches.store.ts'

export interface StorageWatch {
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface StorageWatchSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
  readonly dataFolder?: string | undefined
  readonly tasks: Pick<Tasks, 'wake'>
  readonly delay?: SettleDelay
  readonly tickMs?: number
  /** Limit of watched folders in all storages; by default half of the system's limit. */
  readonly maxFolders?: number
}

const defaultDelay: SettleDelay = { quietMs: 10_000, maxMs: 300_000 }
const defaultTickMs = 2_000
/** After this time, another node takes over from one that stopped. */
const leaseMs = 60_000
/** A scan this recent is assumed to be up to date when a watch begins. */
const recentScanMs = 60_000

export function createStorageWatch(sources: StorageWatchSources): StorageWatch {
  const { log, write, dataFolder, tickMs = defaultTickMs, maxFolders } = sources
  const onFault = (err: unknown) => log.warn({ err }, 'storages could not be watched')
  const saving = createPendingWrites(onFault)
  const watching: WatchContext = { sources, watcher: newId(), held: new Set(), unsettled: new Map() }
  const onMessage = (message: WatchMessage) => saving.add(receive(watching, message))
  const thread = createWatchThread({ maxFolders, dataFolder, onMessage, onFault })
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> | undefined
  const next = () => {
    ticking ??= tick(watching, thread)
      .catch(onFault)
      .finally(() => {
        ticking = undefined
      })
  }
  return {
    start: () => {
      timer ??= setInterval(next, tickMs)
      next()
    },
    stop: async () => {
      clearInterval(timer)
      await ticking
      await thread.close()
      await saving.done()
      await releaseWatches(write, watching.watcher).catch(onFault)
    },
  }
}

interface WatchContext {
  readonly sources: StorageWatchSources
  readonly watcher: string
  /** Keys of the storages that this node watches. */
  readonly held: Set<number>
  readonly unsettled: Map<number, PendingChanges>
}

/** Tracks writes that only `stop` waits for. */
function createPendingWrites(onFault: (error: unknown) => void) {
  const all = new Set<Promise<void>>()
  return {
    add: (work: Promise<void>) => {
      const one = work.catch(onFault).finally(() => all.delete(one))
      all.add(one)
    },
    done: async () => {
      await Promise.all(all)
    },
  }
}

async function receive({ sources, watcher, unsettled }: WatchContext, message: WatchMessage): Promise<void> {
  const { key } = message
  if ('changed' in message) {
    unsettled.set(key, recordChange(unsettled.get(key), performance.now()))
    return
  }
  if (message.state === 'tooMany') sources.log.warn({ storage: key }, tooManyFoldersMessage)
  await saveWatchState(sources.write, { key, watcher }, message.state)
}

const tooManyFoldersMessage =
  'it has more folders than can be watched: only its regular scans find what changes'

async function tick(watching: WatchContext, thread: WatchThread): Promise<void> {
  const storages = await listWatchable(watching.sources.db)
  const ours: WatchableStorage[] = []
  for (const storage of storages)
    if (storage.isWatched && (await claimIfFree(watching, storage))) ours.push(storage)
  updateHeld(watching, ours)
  thread.watch(ours.map(({ key, root, depth, ignored }) => ({ key, root, depth, ignored })))
  await requestDueScans(watching, storages)
}

async function claimIfFree({ sources, watcher }: WatchContext, storage: WatchableStorage): Promise<boolean> {
  const now = sources.now().getTime()
  const heldMs = storage.watcherUntil === null ? 0 : Date.parse(storage.watcherUntil) - now
  const isMine = storage.watcher === watcher
  if (isMine && heldMs > leaseMs / 2) return true
  if (storage.watcher !== null && !isMine && heldMs > 0 && heldMs <= maxLeaseMs) return false
  const at = new Date(now).toISOString()
  const until = new Date(now + leaseMs).toISOString()
  return claimWatch(sources.write, { key: storage.key, watcher, at, until })
}

function updateHeld({ sources, held, unsettled }: WatchContext, ours: readonly WatchableStorage[]): void {
  const keys = new Set(ours.map(({ key }) => key))
  for (const key of held) {
    if (keys.has(key)) continue
    held.delete(key)
    unsettled.delete(key)
  }
  for (const { key, lastScanAt } of ours) {
    // Something may have changed while the storage was not watched.
    const isOld = lastScanAt !== undefined && sources.now().getTime() - Date.parse(lastScanAt) > recentScanMs
    if (!held.has(key) && isOld) unsettled.set(key, recordChange(undefined, performance.now()))
    held.add(key)
  }
}

async function requestDueScans(
  { sources, unsettled }: WatchContext,
  storages: readonly WatchableStorage[],
): Promise<void> {
  const { write, now, tasks, delay = defaultDelay } = sources
  const settled = [...unsettled].filter(([, one]) => hasSettled(one, delay, performance.now()))
  const wanted = storages.filter(({ scanWantedAt }) => scanWantedAt !== null)
  const late = storages.filter((storage) => isRescanDue(storage, now()))
  const due = new Set([...settled.map(([key]) => key), ...[...late, ...wanted].map(({ key }) => key)])
  if (due.size === 0) return
  const order = { userKey: null, at: now().toISOString(), storages: [...due].map(String) }
  // If another scan is running, try again later: it may have passed the changed folder already.
  if (!(await requestScan(write, order))) return
  for (const [key, one] of settled) if (unsettled.get(key) === one) unsettled.delete(key)
  for (const storage of wanted) await clearWantedScan(write, storage)
  tasks.wake()
}
