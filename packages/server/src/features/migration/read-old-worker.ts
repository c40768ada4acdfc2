/** The thread that reads the database of an old server. */
import { parentPort, workerData } from 'node:worker_threads'
import { MoveRefused } from './migration-report.ts'
import { type ReadOrder, type ReadWord, readOver } from './read-old.ts'

const order: ReadOrder = workerData
const say = (word: ReadWord) => parentPort?.postMessage(word)

try {
  say({ contents: await readOver(order) })
} catch (cause) {
  if (!(cause instanceof MoveRefused)) throw cause
  say({ refused: { reason: cause.reason, message: cause.message } })
}
