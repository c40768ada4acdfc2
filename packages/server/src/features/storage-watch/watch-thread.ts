/** The thread that watches, as the server speaks to it. */
import { Worker } from 'node:worker_threads'
import type { WatchState } from '@koedana/contract/storages.ts'
import { usualYoungHeap } from '../../lib/young-heap.ts'

/** A folder that is to be watched. */
export interface WatchOrder {
  /** The key of its storage. */
  readonly key: number
  readonly root: string
  /** How many folders deep; null for as deep as it goes. */
  readonly depth: number | null
  readonly ignored: readonly string[]
}

export interface WatchThreadData {
  /** The folders of all storages together; half of what the system allows without it. */
  readonly mostFolders: number | undefined
  /** The folder of the server's own data: what it writes there changes no storage. */
  readonly dataFolder: string | undefined
}

/** The thread reports these. */
export type WatchMessage =
  | { readonly key: number; readonly changed: true }
  | { readonly key: number; readonly state: WatchState }

export interface WatchThread {
  /** All that is to be watched from now on; nothing starts no thread. */
  readonly watch: (orders: readonly WatchOrder[]) => void
  readonly close: () => Promise<void>
}

export interface WatchThreadSources extends WatchThreadData {
  readonly onMessage: (message: WatchMessage) => void
  readonly onFault: (error: unknown) => void
}

/** A thread that failed is started anew with the next call. */
export function createWatchThread(sources: WatchThreadSources): WatchThread {
  const { mostFolders, dataFolder, onMessage, onFault } = sources
  let thread: Worker | undefined
  const start = () => {
    const workerData: WatchThreadData = { mostFolders, dataFolder }
    const started = new Worker(new URL('./watch-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: usualYoungHeap,
    })
    started.on('message', onMessage)
    started.once('error', onFault)
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    started.unref()
    return started
  }
  return {
    watch: (orders) => {
      if (orders.length === 0 && !thread) return
      thread ??= start()
      thread.postMessage(orders)
    },
    close: async () => {
      await thread?.terminate()
    },
  }
}
