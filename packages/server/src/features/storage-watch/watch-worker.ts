/**
 * Worker thread that watches storages: opening many folders takes seconds, and a hanging disk must not block requests. It repeatedly
 * receives the list of watches, and checks each time whether their folders still exist.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchState } from '@koedana/contract/storages.ts'
import { createIgnoreMatcher } from '../library/scan/ignored.rules.ts'
import { isJunk } from '../library/scan/names.rules.ts'
import { serverFilesBelow } from '../library/scan/server-files.ts'
import { type FolderWatch, TooManyFoldersError, watchFolders } from './watch-folders.ts'
import type { FolderToWatch, WatchMessage, WatchThreadData } from './watch-thread.ts'

interface ActiveWatch {
  readonly order: string
  state: WatchState
  folders: FolderWatch | undefined
}

/** Changes come in bursts. */
const reportEveryMs = 100

const { maxFolders, dataFolder }: WatchThreadData = workerData
const room = { left: maxFolders ?? maxPerSystem() }
const watching = new Map<number, ActiveWatch>()
const changed = new Set<number>()

const post = (message: WatchMessage) => parentPort?.postMessage(message)

function queueChange(key: number): void {
  if (changed.size === 0) setTimeout(reportChanged, reportEveryMs)
  changed.add(key)
}

function reportChanged(): void {
  for (const key of changed) post({ key, changed: true })
  changed.clear()
}

function setState(key: number, one: ActiveWatch, state: WatchState): void {
  one.state = state
  post({ key, state })
}

function startWatching({ key, root, depth, ignored }: FolderToWatch, one: ActiveWatch): void {
  const wasAway = one.state === 'away'
  try {
    one.folders = watchFolders({
      root,
      room,
      isWanted: createPathFilter(depth, [createIgnoreMatcher(ignored), serverFilesBelow(root, dataFolder)]),
      onChange: () => queueChange(key),
      onTooMany: () => {
        one.folders = undefined
        setState(key, one, 'tooMany')
      },
    })
    setState(key, one, 'on')
    // Something may have changed in the meantime.
    if (wasAway) queueChange(key)
  } catch (error) {
    if (error instanceof TooManyFoldersError) setState(key, one, 'tooMany')
    else if (!wasAway) setState(key, one, 'away')
  }
}

const createPathFilter =
  (depth: number | null, passesOver: readonly ((path: string) => boolean)[]) =>
  (path: string): boolean => {
    const parts = path.split('/')
    const isDeep = parts.length > (depth ?? Number.POSITIVE_INFINITY) + 1
    return !isDeep && !parts.some(isJunk) && !passesOver.some((passes) => passes(path))
  }

function updateWatch(order: FolderToWatch): void {
  const text = JSON.stringify(order)
  const known = watching.get(order.key)
  if (known?.order === text) {
    if (known.folders && !known.folders.isThere()) {
      known.folders.close()
      known.folders = undefined
      setState(order.key, known, 'away')
      queueChange(order.key)
    } else if (!known.folders && known.state === 'away') startWatching(order, known)
    return
  }
  known?.folders?.close()
  const fresh: ActiveWatch = { order: text, state: 'starting', folders: undefined }
  watching.set(order.key, fresh)
  startWatching(order, fresh)
}

parentPort?.on('message', (orders: readonly FolderToWatch[]) => {
  const wanted = new Set(orders.map(({ key }) => key))
  for (const [key, { folders }] of watching) {
    if (wanted.has(key)) continue
    folders?.close()
    watching.delete(key)
  }
  for (const order of orders) updateWatch(order)
})

/** Leaves half of the limit to other programs on this machine. */
function maxPerSystem(): number {
  try {
    return Math.floor(Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8')) / 2)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
