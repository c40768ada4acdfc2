/** A thread that begins a transaction, reports that, and exits without ending it. */
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { saveSetting } from '../settings.store.ts'
import { connectToWriter, type WriterAccess } from '../sqlite-writer.ts'

const seat: WriterAccess = workerData
const write = new Kysely<Schema>({ dialect: connectToWriter(seat).dialect })
await write.transaction().execute(async (tx) => {
  await saveSetting(tx, 'word', 'half')
  parentPort?.postMessage('begun')
  await new Promise(() => {})
})
