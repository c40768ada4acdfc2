/** Composing sounds and drawing covers take seconds of a core: a thread does them, and whoever is served feels nothing. */
import { Worker } from 'node:worker_threads'
import { usualYoungHeap } from '../../lib/young-heap.ts'

export interface SampleOrder {
  readonly folder: string
  /** The works that are written. */
  readonly ids: readonly string[]
}

/** Resolves once each of the works lies in a folder of its own. */
export type WriteSamples = (order: SampleOrder) => Promise<void>

export const writeInThread: WriteSamples = (workerData) => {
  const worker = new Worker(new URL('./sample-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: usualYoungHeap,
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread of demo works ended with ${code}`)),
    )
  })
}
