/**
 * Reads the catalog in one snapshot and builds a generation, in the calling thread and a second one. At startup this processes a
 * million works, so rows are read in pages, and links as one text of numbers per page.
 */
import { buildFromColumns, buildNames, createColumns } from '@koedana/catalogue/build/generation.ts'
import { type Arena, createArena, createManifest } from '@koedana/catalogue/memory/arena.ts'
import type { Generation } from '@koedana/catalogue/model/generation.ts'
import { writeTexts } from '@koedana/catalogue/text/text-index.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Dialect } from '../../../db/dialect.ts'
import { type DatabaseLocation, openDatabase, openForReading, type Reading } from '../../../db/open.ts'
import { holdSnapshot, type RunRead, type Snapshot } from '../../../db/readers.ts'
import type { Db } from '../../../db/schema.ts'
import type { BuildRequest, BuildResult } from './build.ts'
import { buildLinkHalf, type Skeleton } from './link-half.ts'
import { type LinkHalf, type LinksThread, openLinksThread } from './links-thread.ts'
import { loadNames } from './load-rows.store.ts'
import { hasMoreWorksThan, loadKeys, writeWorks } from './load-works.store.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { createSnapshotMark } from './snapshot-marks.store.ts'

/** Hands over the generation before writing its snapshot to disk. */
export async function buildFrom(
  { location, day, snapshotFolder, memory, fewWorks }: BuildRequest,
  handOver: (sent: BuildResult) => void,
): Promise<void> {
  const sent = await build({ location, day, memory, fewWorks })
  handOver(sent)
  if (snapshotFolder !== undefined)
    await writeSnapshot(snapshotFolder, { ...sent, day, mark: await markedIn(location) })
}

async function markedIn(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location)
  try {
    return await createSnapshotMark(database.write)
  } finally {
    await database.close()
  }
}

/** With fewer works, starting a thread takes longer than building. */
const minWorksForThread = 20_000

async function build(wanted: Omit<BuildRequest, 'snapshotFolder'>): Promise<BuildResult> {
  const reading = await openForReading(wanted.location, { isOnePass: true })
  try {
    return await buildReading(reading, wanted)
  } finally {
    await reading.close()
  }
}

async function buildReading(
  reading: Reading,
  { location, day, memory, fewWorks = minWorksForThread }: Omit<BuildRequest, 'snapshotFolder'>,
): Promise<BuildResult> {
  const arena = createArena(memory && clearMemory(memory))
  const load = async (reader: RunRead, { seq }: Snapshot, thread?: LinksThread): Promise<BuildResult> => {
    const source = { reader, dialect: reading.dialect }
    const manifest = createManifest(await loadGeneration(source, { arena, today: day, thread }))
    return { seq, manifest, memory: arena.memory, used: arena.used() }
  }
  if (!(await hasMoreWorksThan(reading.read, fewWorks))) return holdSnapshot(reading, load)
  const thread = await openLinksThread({ location, memory: arena.memory })
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const sent = await holdSnapshot(reading, async (reader, moment) =>
        (await thread.join(moment)) ? load(reader, moment, thread) : undefined,
      )
      if (sent) return sent
    }
  } finally {
    await thread.end()
  }
  return holdSnapshot(reading, load)
}

/**
 * With continuous writes, the moment may pass before the second thread reads it too. Both start within a millisecond, so retrying
 * helps.
 */
const maxTries = 50

/** Clears reused memory, because arenas must provide zeroed arrays. */
function clearMemory(memory: WebAssembly.Memory): WebAssembly.Memory {
  new Uint8Array(memory.buffer).fill(0)
  return memory
}

interface Source {
  readonly reader: RunRead
  readonly dialect: Dialect
}

export interface Loading {
  readonly arena: Arena
  /** In days since 1970. */
  readonly today: number
  /** A second thread that reads in the same snapshot. Without it, one thread does everything. */
  readonly thread?: LinksThread | undefined
}

/** Reads all works and builds a generation in the arena. */
export async function loadGeneration(source: Source, { arena, today, thread }: Loading): Promise<Generation> {
  const { reader, dialect } = source
  const columns = createColumns(arena, await reader((db) => loadKeys({ db, dialect })))
  const skeleton = { columns, today }
  const links = thread ? thread.begin(skeleton) : buildLinksInThread({ ...source, arena }, skeleton)
  const half = async () => {
    await links.arenaFree
    const names = await reader((db) => namesOfAll(db, arena))
    const writer = writeTexts(arena, columns.count)
    await reader((db) => writeWorks({ db, dialect }, columns, writer))
    const texts = writer.finish()
    links.worksWritten()
    return { names, ...buildFromColumns(arena, columns, texts) }
  }
  const [columnParts, linkParts] = await Promise.all([half(), links.built])
  return { ...columnParts, ...linkParts }
}

/** One kind at a time: as objects, the names of a large catalog take up to a tenth of the index. */
async function namesOfAll(db: Db, arena: Arena): Promise<Generation['names']> {
  const namesOf = async (kind: EntityKind) => buildNames(arena, await loadNames(db, kind))
  return {
    makers: await namesOf('makers'),
    series: await namesOf('series'),
    artists: await namesOf('artists'),
    illustrators: await namesOf('illustrators'),
    genres: await namesOf('genres'),
  }
}

function buildLinksInThread(
  { reader, dialect, arena }: Source & { readonly arena: Arena },
  skeleton: Skeleton,
): LinkHalf {
  const freeing = Promise.withResolvers<void>()
  const writing = Promise.withResolvers<void>()
  const sources = { arena, dialect, first: reader, second: reader }
  const handover = { onArenaFree: freeing.resolve, worksWritten: writing.promise }
  return {
    arenaFree: freeing.promise,
    worksWritten: writing.resolve,
    built: buildLinkHalf(sources, skeleton, handover),
  }
}
