import { Worker } from 'node:worker_threads'
import type { WatchState } from '@koedana/contract/storages.ts'
import { defaultYoungHeap } from '../../lib/young-heap.ts'

export interface FolderToWatch {
  readonly key: number
  readonly root: string
  /** Maximum depth of folders; null for no limit. */
  readonly depth: number | null
  readonly ignored: readonly string[]
}

export interface WatchThreadData {
  readonly maxFolders: number | undefined
  /** The server's data folder: its own writes there are not changes of a storage. */
  readonly dataFolder: string | undefined
}

export type WatchMessage =
  | { readonly key: number; readonly changed: true }
  | { readonly key: number; readonly state: WatchState }

export interface WatchThread {
  /** Replaces all watches. An empty list does not start a thread. */
  readonly watch: (orders: readonly FolderToWatch[]) => void
  readonly close: () => Promise<void>
}

export interface WatchThreadSources extends WatchThreadData {
  readonly onMessage: (message: WatchMessage) => void
  readonly onFault: (error: unknown) => void
}

/** A failed thread is restarted by the next call. */
export function createWatchThread(sources: WatchThreadSources): WatchThread {
  const { maxFolders, dataFolder, onMessage, onFault } = sources
  let thread: Worker | undefined
  const start = () => {
    const workerData: WatchThreadData = { maxFolders, dataFolder }
    const started = new Worker(new URL('./watch-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: defaultYoungHeap,
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
