/** The thread of a background scan: a connection of its own, and its words to whoever started it. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/open.ts'
import type { ScanOrder } from './background-scans.ts'
import { scanStorage } from './scan-storage.ts'

const { place, coversFolder, root, unknownAge }: ScanOrder = workerData
const database = await openDatabase(place)
try {
  await scanStorage({
    database,
    root,
    unknownAge,
    coversFolder,
    now: () => new Date(),
    report: (line) => parentPort?.postMessage(line),
  })
} finally {
  await database.close()
}
