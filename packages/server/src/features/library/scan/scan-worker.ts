/** The thread of a background scan: a connection of its own, and its words to whoever started it. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/open.ts'
import type { ScanOrder, ScanWord } from './background-scans.ts'
import { scanStorage } from './scan-storage.ts'

const { place, coversFolder, root, unknownAge, now }: ScanOrder = workerData
const post = (word: ScanWord) => parentPort?.postMessage(word)
const database = await openDatabase(place)
try {
  const summary = await scanStorage({
    database,
    root,
    unknownAge,
    coversFolder,
    now: () => now ?? new Date(),
    report: (line) => post({ line }),
    onWork: (work) => post({ work }),
  })
  post({ summary })
} finally {
  await database.close()
}
