/** Reads the catalogue and builds a generation, in the thread that calls. */
import { buildGeneration } from '@koedana/catalogue/build/generation.ts'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { describe } from '@koedana/catalogue/memory/manifest.ts'
import { latestSeq } from '../../../db/changes.ts'
import { type Database, openDatabase } from '../../../db/open.ts'
import type { Sent, Wanted } from './build.ts'
import { loadMaterial } from './load-material.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { markSnapshot } from './snapshot-marks.store.ts'

/** Hands the generation over before its snapshot is written. */
export async function buildFrom(
  { place, day, snapshotFolder }: Wanted,
  handOver: (sent: Sent) => void,
): Promise<void> {
  const database = await openDatabase(place)
  try {
    const sent = await build(database, day)
    handOver(sent)
    if (snapshotFolder !== undefined) {
      await writeSnapshot(snapshotFolder, { ...sent, day, mark: await markSnapshot(database.write) })
    }
  } finally {
    await database.close()
  }
}

function build({ read, dialect }: Database, day: number): Promise<Sent> {
  const arena = createArena()
  return read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const seq = await latestSeq(db)
      const material = await loadMaterial({ db, dialect }, arena, day)
      const manifest = describe(buildGeneration(arena, material))
      return { seq, manifest, memory: arena.memory, used: arena.used() }
    })
}
