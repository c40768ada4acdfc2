/** Worker thread of a background scan, with its own database connection. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/open.ts'
import { createPortAccess } from '../../storages/drives/access-port.ts'
import type { ScanWorkerData } from './background-scans.ts'
import { runScanRequest } from './run-scan-request.ts'

const { accessPort, unpackedFolder, ...order }: ScanWorkerData = workerData
const database = await openDatabase(order.location)
const driveAccess = createPortAccess(accessPort)
try {
  await runScanRequest(order, {
    database,
    driveAccess,
    unpackedFolder,
    post: (word) => parentPort?.postMessage(word),
  })
} finally {
  await database.close()
}
