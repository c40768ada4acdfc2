/** The thread that builds a generation, so that the server never waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../../lib/low-priority.ts'
import type { BuildRequest } from './build.ts'
import { buildFrom } from './build-from.ts'

lowerThreadPriority()
const wanted: BuildRequest = workerData
await buildFrom(wanted, (sent) => parentPort?.postMessage(sent))
