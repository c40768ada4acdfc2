/** The first generation of a server: from the snapshot on disk, or newly built. */
import { countChangedSince, haveManyWorksChangedSince, mayBePrunedSince } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Log } from '../../../lib/log.ts'
import { type Build, type Built, buildInWorker, generationIn } from './build.ts'
import { maxDelta } from './rebuild-pace.rules.ts'
import { readSnapshot, type SnapshotHeader, SnapshotRejectedError } from './snapshot-file.ts'
import { hasMark } from './snapshot-marks.store.ts'

export interface FirstSources {
  readonly database: Database
  readonly log: Log
  readonly now: () => Date
  /** The folder of the snapshot; without it, none is used. */
  readonly snapshotFolder?: string | undefined
  /** Replaces the build in a separate thread. */
  readonly build?: Build | undefined
}

export async function firstGeneration(sources: FirstSources): Promise<Built> {
  const { database, log, snapshotFolder } = sources
  const kept = snapshotFolder && (await keptGeneration(database, log, snapshotFolder))
  return kept || newGeneration(sources)
}

export function newGeneration(sources: FirstSources, memory?: WebAssembly.Memory): Promise<Built> {
  const { database, now, snapshotFolder, build = buildInWorker } = sources
  return build(database.location, { now: now(), snapshotFolder, memory })
}

async function keptGeneration(database: Database, log: Log, folder: string): Promise<Built | undefined> {
  try {
    const kept = await readSnapshot(folder, (header) => accept(database, header))
    if (!kept) return undefined
    log.info({ seq: kept.seq }, 'index read from its snapshot')
    return { ...generationIn(kept), seq: kept.seq, day: kept.day, saved: Promise.resolve(undefined) }
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : error }, 'index snapshot not used')
    return undefined
  }
}

async function accept({ read }: Database, { mark, seq }: SnapshotHeader): Promise<void> {
  if (!(await hasMark(read, mark))) throw new SnapshotRejectedError('it is of another database')
  if (await mayBePrunedSince(read, seq)) throw new SnapshotRejectedError('changes since are gone')
  const changed = await countChangedSince(read, seq)
  if (changed > maxDelta) throw new SnapshotRejectedError(`${changed} changed since`)
  if (await haveManyWorksChangedSince(read, seq)) throw new SnapshotRejectedError('many works changed since')
}
