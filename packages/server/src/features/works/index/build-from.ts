/** Reads the catalogue at one moment and builds a generation of it, in the thread that calls. */
import { buildGeneration, type Material } from '@koedana/catalogue/build/generation.ts'
import { type Arena, createArena, describe } from '@koedana/catalogue/memory/arena.ts'
import type { Growth } from '@koedana/catalogue/model/generation.ts'
import { latestSeq } from '../../../db/changes.ts'
import { type Database, openDatabase } from '../../../db/open.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import type { Sent, Wanted } from './build.ts'
import { growthIn } from './columns.rules.ts'
import { loadColumns, type Source } from './load-columns.store.ts'
import { loadNames } from './load-rows.store.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { markSnapshot } from './snapshot-marks.store.ts'

/** Hands the generation over before its snapshot is written. */
export async function buildFrom(
  { place, day, snapshotFolder, memory }: Wanted,
  handOver: (sent: Sent) => void,
): Promise<void> {
  const database = await openDatabase(place)
  try {
    const sent = await build(database, { day, memory })
    handOver(sent)
    if (snapshotFolder !== undefined) {
      await writeSnapshot(snapshotFolder, { ...sent, day, mark: await markSnapshot(database.write) })
    }
  } finally {
    await database.close()
  }
}

function build({ read, dialect }: Database, { day, memory }: Pick<Wanted, 'day' | 'memory'>): Promise<Sent> {
  const arena = createArena(memory && emptied(memory))
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

/** An arena hands out zeroed arrays. */
function emptied(memory: WebAssembly.Memory): WebAssembly.Memory {
  new Uint8Array(memory.buffer).fill(0)
  return memory
}

/** `today` in days since 1970. */
export async function loadMaterial(source: Source, arena: Arena, today: number): Promise<Material> {
  const { db } = source
  const growths = new Map<number, Growth>()
  for await (const page of loadGrowth(db, today)) for (const one of page) growths.set(one.key, growthIn(one))
  return {
    ...(await loadColumns(source, arena)),
    growths,
    names: {
      makers: await loadNames(db, 'makers'),
      series: await loadNames(db, 'series'),
      artists: await loadNames(db, 'artists'),
      illustrators: await loadNames(db, 'illustrators'),
      genres: await loadNames(db, 'genres'),
    },
  }
}
