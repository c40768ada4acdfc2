/** Writes demo works in a thread: composing audio and drawing covers take seconds of processor time. */
import { Worker } from 'node:worker_threads'
import { defaultYoungHeap } from '../../lib/young-heap.ts'

export interface SampleOrder {
  readonly folder: string
  /** IDs of the works to write. */
  readonly ids: readonly string[]
}

/** Resolves when each work is in a folder of its own. */
export type WriteSamples = (order: SampleOrder) => Promise<void>

export const writeInThread: WriteSamples = (workerData) => {
  const worker = new Worker(new URL('./sample-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: defaultYoungHeap,
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread of demo works ended with ${code}`)),
    )
  })
}
