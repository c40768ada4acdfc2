/**
 * Measures how much a folder holds. Millions of files take minutes: a thread of its own measures on request when the
 * last result is old, and until it is done the last result stands.
 */
import { Worker } from 'node:worker_threads'
import type { Log } from '../../lib/log.ts'

export interface FolderSize {
  /** Bytes; null before they were first counted. */
  readonly current: () => number | null
  /** When nothing is being counted. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface FolderSizeSources {
  readonly folder: string
  readonly log: Log
}

const staleMs = 10 * 60_000

export function createFolderSize({ folder, log }: FolderSizeSources): FolderSize {
  let size: number | null = null
  let begun = Number.NEGATIVE_INFINITY
  let isClosed = false
  let worker: Worker | undefined
  let counting = Promise.resolve()

  const count = () =>
    new Promise<void>((resolve) => {
      worker = new Worker(new URL('./folder-size-worker.ts', import.meta.url), { workerData: folder })
      worker.once('message', (bytes: number) => {
        size = bytes
      })
      worker.once('error', (error) => {
        if (!isClosed) log.warn({ err: error }, 'the size of the covers was not counted')
      })
      worker.once('exit', () => {
        worker = undefined
        resolve()
      })
    })

  return {
    current: () => {
      if (!isClosed && !worker && performance.now() - begun > staleMs) {
        begun = performance.now()
        counting = count()
      }
      return size
    },
    idle: () => counting,
    close: async () => {
      isClosed = true
      await worker?.terminate()
      await counting
    },
  }
}
