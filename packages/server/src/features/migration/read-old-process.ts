/** The main module of the process that reads an old database. */
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { lowerProcessPriority } from '../../lib/low-priority.ts'
import { minYoungHeap } from '../../lib/young-heap.ts'
import { MigrationRejected } from './migration-report.ts'
import { ReadOrder, type ReadResult, readOver } from './read-old.ts'

/** The caller holds the result in its own memory. */
const maxResultBytes = 512 * 1024 ** 2

const resultOf = async (order: ReadOrder): Promise<ReadResult> => {
  try {
    const contents = serialize(await readOver(order))
    return contents.length > maxResultBytes ? tooLarge(order.file) : { type: 'contents', contents }
  } catch (cause) {
    if (cause instanceof MigrationRejected) return { type: 'refused', reason: cause.reason, said: cause.said }
    return { type: 'failed', message: cause instanceof Error ? cause.message : String(cause) }
  }
}

const tooLarge = (file: string): ReadResult => ({
  type: 'refused',
  reason: 'databaseTooLarge',
  said: [{ code: 'import.tooLarge', values: { file } }],
})

process.once('message', async (message) => {
  const order = v.parse(ReadOrder, message)
  // SQLite blocks this thread while it works, so another thread watches the process.
  const workerData = { ...order.limits, parent: process.ppid }
  new Worker(new URL('./read-old-watchdog.ts', import.meta.url), {
    workerData,
    resourceLimits: minYoungHeap,
  })
  lowerProcessPriority()
  process.send?.(await resultOf(order))
})
