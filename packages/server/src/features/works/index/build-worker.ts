/** The thread that reads the catalogue and builds a generation, so that the server never waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { createArena } from '@koedana/catalogue/arena.ts'
import { buildGeneration } from '@koedana/catalogue/generation.ts'
import { describe } from '@koedana/catalogue/manifest.ts'
import { latestSeq } from '../../../db/changes.ts'
import { openDatabase } from '../../../db/open.ts'
import type { Sent } from './build.ts'
import { loadMaterial } from './load-material.ts'

/** `workerData` is the place of the database and today; the answer is `Sent`. */
const { place, today } = workerData
const database = await openDatabase(place)
try {
  const arena = createArena()
  const sent: Sent = await database.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const seq = await latestSeq(db)
      const material = await loadMaterial({ db, dialect: database.dialect }, arena, today)
      const manifest = describe(buildGeneration(arena, material))
      return { seq, manifest, memory: arena.memory, used: arena.used() }
    })
  parentPort?.postMessage(sent)
} finally {
  await database.close()
}
