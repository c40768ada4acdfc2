/** Makes backups in a thread of its own: reading and compressing all rows would block requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { CodedError } from '../../lib/messages/coded-error.ts'
import type { BackupWord } from './backups.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'

const order: BackupOrder = workerData
const say = (word: BackupWord) => parentPort?.postMessage(word)

try {
  say({ made: await makeBackup(order, { at: (part) => say({ at: part }) }) })
} catch (cause) {
  if (!(cause instanceof CodedError)) throw cause
  say({ refused: cause.said })
}
