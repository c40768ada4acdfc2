/**
 * Worker thread that watches storages: opening many folders takes seconds, and a hanging disk must not block requests. It repeatedly
 * receives the list of watches, and checks each time whether their folders still exist.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchState } from '@koedana/contract/storages.ts'
import { createIgnored } from '../library/scan/ignored.rules.ts'
import { isJunk } from '../library/scan/names.rules.ts'
import { ownFilesBelow } from '../library/scan/own-files.ts'
import { TooManyFolders, type WatchedFolders, watchFolders } from './watch-folders.ts'
import type { WatchMessage, WatchOrder, WatchThreadData } from './watch-thread.ts'

interface Watching {
  readonly order: string
  state: WatchState
  folders: WatchedFolders | undefined
}

/** Changes come in bursts. */
const reportEveryMs = 100

const { maxFolders, dataFolder }: WatchThreadData = workerData
const room = { left: maxFolders ?? maxPerSystem() }
const watching = new Map<number, Watching>()
const changed = new Set<number>()

const post = (message: WatchMessage) => parentPort?.postMessage(message)

function changeIn(key: number): void {
  if (changed.size === 0) setTimeout(reportChanged, reportEveryMs)
  changed.add(key)
}

function reportChanged(): void {
  for (const key of changed) post({ key, changed: true })
  changed.clear()
}

function setState(key: number, one: Watching, state: WatchState): void {
  one.state = state
  post({ key, state })
}

function open({ key, root, depth, ignored }: WatchOrder, one: Watching): void {
  const wasAway = one.state === 'away'
  try {
    one.folders = watchFolders({
      root,
      room,
      isWanted: wantedIn(depth, [createIgnored(ignored), ownFilesBelow(root, dataFolder)]),
      onChange: () => changeIn(key),
      onTooMany: () => {
        one.folders = undefined
        setState(key, one, 'tooMany')
      },
    })
    setState(key, one, 'on')
    // Something may have changed in the meantime.
    if (wasAway) changeIn(key)
  } catch (error) {
    if (error instanceof TooManyFolders) setState(key, one, 'tooMany')
    else if (!wasAway) setState(key, one, 'away')
  }
}

const wantedIn =
  (depth: number | null, passesOver: readonly ((path: string) => boolean)[]) =>
  (path: string): boolean => {
    const parts = path.split('/')
    const isDeep = parts.length > (depth ?? Number.POSITIVE_INFINITY) + 1
    return !isDeep && !parts.some(isJunk) && !passesOver.some((passes) => passes(path))
  }

function look(order: WatchOrder): void {
  const text = JSON.stringify(order)
  const known = watching.get(order.key)
  if (known?.order === text) {
    if (known.folders && !known.folders.isThere()) {
      known.folders.close()
      known.folders = undefined
      setState(order.key, known, 'away')
      changeIn(order.key)
    } else if (!known.folders && known.state === 'away') open(order, known)
    return
  }
  known?.folders?.close()
  const fresh: Watching = { order: text, state: 'starting', folders: undefined }
  watching.set(order.key, fresh)
  open(order, fresh)
}

parentPort?.on('message', (orders: readonly WatchOrder[]) => {
  const wanted = new Set(orders.map(({ key }) => key))
  for (const [key, { folders }] of watching) {
    if (wanted.has(key)) continue
    folders?.close()
    watching.delete(key)
  }
  for (const order of orders) look(order)
})

/** Leaves half of the limit to other programs on this machine. */
function maxPerSystem(): number {
  try {
    return Math.floor(Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8')) / 2)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
