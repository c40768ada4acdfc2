/** The thread that reads the catalogue and builds a generation, so that the server never waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { buildGeneration } from '@koedana/catalogue/generation.ts'
import { latestSeq } from '../../../db/changes.ts'
import { openDatabase } from '../../../db/open.ts'
import { loadColumns } from './load-columns.store.ts'

/** `workerData` is the place of the database; the answer is the generation and the change it stands at. */
const database = await openDatabase(workerData)
try {
  const built = await database.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const seq = await latestSeq(db)
      return { seq, generation: buildGeneration(await loadColumns({ db, dialect: database.dialect })) }
    })
  parentPort?.postMessage(built)
} finally {
  await database.close()
}
