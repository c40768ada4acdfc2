/** The thread of a background scan: a connection of its own, and its words to whoever started it. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/open.ts'
import { createOutbound } from '../../../lib/outbound.ts'
import { openUnsealed } from '../../storages/open-storages.ts'
import { about } from '../../system/about.ts'
import type { ScanOrder, ScanWord } from './background-scans.ts'
import { scanStorage } from './scan-storage.ts'

const { location, coversFolder, root, unknownAge, acceptsLoss, remote, now }: ScanOrder = workerData
const post = (word: ScanWord) => parentPort?.postMessage(word)
const database = await openDatabase(location)
const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
try {
  const summary = await scanStorage({
    database,
    root,
    remote: remote && openUnsealed(remote, outbound),
    unknownAge,
    acceptsLoss: acceptsLoss === true,
    coversFolder,
    now: () => now ?? new Date(),
    report: (line) => post({ line }),
    onWork: (work) => post({ work }),
  })
  post({ summary })
} finally {
  await outbound.close()
  await database.close()
}
