/** The thread that builds a generation, so that the server never waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../../lib/low-priority.ts'
import type { Wanted } from './build.ts'
import { buildFrom } from './build-from.ts'

lowerThreadPriority()
const wanted: Wanted = workerData
await buildFrom(wanted, (sent) => parentPort?.postMessage(sent))
