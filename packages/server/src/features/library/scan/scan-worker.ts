/** Worker thread of a background scan, with its own database connection. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/open.ts'
import { accessOver } from '../../storages/drives/access-port.ts'
import type { ThreadOrder } from './background-scans.ts'
import { runOrder } from './run-order.ts'

const { accessPort, unpackedFolder, ...order }: ThreadOrder = workerData
const database = await openDatabase(order.location)
const driveAccess = accessOver(accessPort)
try {
  await runOrder(order, {
    database,
    driveAccess,
    unpackedFolder,
    post: (word) => parentPort?.postMessage(word),
  })
} finally {
  await database.close()
}
